"""Users, their passwords, second factors and sessions."""
