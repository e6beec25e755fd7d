"""The rules of Blue Moon City, one file for each phase of a turn; `legal` lists moves, `play` carries them out."""
