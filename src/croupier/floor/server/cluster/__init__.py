"""One house over several processes: one decides, all show what it has committed, any of them can become the decider."""
