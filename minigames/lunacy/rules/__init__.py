"""The rules, pure: values, the laboratory, what a turn may do, combat, traps, police, endings,
imagining.
"""
