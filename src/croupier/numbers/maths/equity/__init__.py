"""Hold'em hands and ranges all-in, with side pots and rake."""
