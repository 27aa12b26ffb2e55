"""What people and machines read: text, JSON, Graphviz."""
