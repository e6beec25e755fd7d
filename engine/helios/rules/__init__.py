"""The rules of Helios: `legal` lists moves, `play` carries them out; the other files hold one part of the rules each."""
