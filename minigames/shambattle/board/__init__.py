"""The battle's board: the table as a picture, marches written or clicked, odds, and the same in
words. All pure.
"""
