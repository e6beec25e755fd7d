"""The rules: what may be done (`legal`) and what then happens (`play`); where regions may lie and what they cost."""
