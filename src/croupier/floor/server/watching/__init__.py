"""The live socket: who watches which table, and what they are sent."""
