"""The door for programs: what `import croupier` offers, and the command line uses too. Everything here stays."""
