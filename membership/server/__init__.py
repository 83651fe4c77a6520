"""The protocol of KIP-848: the coordinator assigns, and its members reconcile one by one."""
