"""
The installed package: every folder of the project but the command line lies in it.

In the repository those folders stand at the top, as commissioned; here are links to them (ADR 0028).
"""
