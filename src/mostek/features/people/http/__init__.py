"""The endpoints of people: accounts and sessions, passkeys, and the devices that an account knows."""
