"""Tests of the service, over HTTP wherever HTTP is what is promised."""
