"""What a game needs beside its rules to be played on the site. Pure: everything here is a value, or
a function of values.
"""
