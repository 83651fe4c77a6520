"""`wire:` targets: any consumer program, which leads its group on a broker of ours."""
