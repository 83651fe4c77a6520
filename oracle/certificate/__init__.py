"""The certificate: checks a plan and its proof without a line of the engines' code."""
