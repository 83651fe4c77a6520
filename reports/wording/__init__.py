"""Words: facts to sentences, one file for each kind of law, and what they share."""
