"""Games of Woogles: its two messages, their JSON and protobuf forms, and the recorded game that they hold."""
