"""croupier runs a casino's poker tables from their approved rule documents."""

__version__ = "0.1.0"
