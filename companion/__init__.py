"""Rules and records of the referee: pure, without threads, devices, wall clock or chance."""
