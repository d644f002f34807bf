"""The endpoints of tables, and the service that runs their games."""
