"""The rules of Helios, one file for each kind of decision."""
