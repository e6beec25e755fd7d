"""Positions of Blue Moon City as plain typed classes; `conversion` converts records into them and back, `rules` plays on them."""
