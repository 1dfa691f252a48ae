"""What is said in a club: board, talk, questions, the GM’s word, letters between teams, and what a
team writes to itself.
"""
