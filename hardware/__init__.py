"""Everything with a wire: edges, contacts, verdicts, lamps, and their simulated twins."""
