"""What people see of a running house, as the contract writes it. Made from views of the rules and nothing else."""
