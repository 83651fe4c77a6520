"""The best other assignors, asked about groups in columnar files. The oracle is compared with them."""
