"""Consumer programs of real clients, for `wire:` targets."""
