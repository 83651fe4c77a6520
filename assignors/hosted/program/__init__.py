"""`exec:` targets: any program that speaks the host protocol."""
