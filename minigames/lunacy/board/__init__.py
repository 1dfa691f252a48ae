"""What a spy's page shows of the laboratory, pure: the picture, the choices, the panels, the same
in words, and the log.
"""
