"""Native positions of Orbis: plain typed classes on which the rules and the search work."""
