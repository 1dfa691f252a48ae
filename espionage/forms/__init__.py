"""What people type: order sheets and answers."""
