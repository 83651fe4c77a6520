"""The command line, one file for each verb. Only this package prints and exits."""
