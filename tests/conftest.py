"""Settings for every test."""

from hypothesis import HealthCheck, settings

# Machines differ in speed, and a slow one is not a fault of the game.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("patient")
