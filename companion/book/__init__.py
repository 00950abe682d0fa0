"""The record book: what kept matches came to, counted from their journals and from nothing else."""
