"""The vectors: groups with what any correct answer must satisfy."""
