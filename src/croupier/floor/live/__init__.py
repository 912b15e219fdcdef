"""The running floor: tables, people, clocks and money, decided in one process and recorded in a journal."""
