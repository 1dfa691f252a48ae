"""What people type into the club's pages: shape only. What is allowed is the services' to say."""
