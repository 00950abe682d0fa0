"""The record book: results and figures of all saved matches, computed from their journals alone."""
