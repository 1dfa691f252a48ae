"""What readers may know of a club. Page selectors read inside the caller's campaign scope; what they show is built for one viewer."""
