"""What a seat's page shows of Achtung, Spy!: the options, picture, panels, choices and words. Pure:
functions of one view.
"""
