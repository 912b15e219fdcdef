"""The ways in: the command line, the library, a terminal that joins a server."""
