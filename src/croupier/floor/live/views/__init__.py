"""What people see of a running house, in the form of the contract. Built only from the views of the rules."""
