"""One house over three processes on one database server, in one thread from one seed, with faults and a referee."""
