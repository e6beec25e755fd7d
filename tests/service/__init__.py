"""Tests of the service, folder by folder as in service/."""
