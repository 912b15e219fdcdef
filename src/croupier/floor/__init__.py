"""The live floor: journal, ledger, store, tables that people play at, the server, the school."""
