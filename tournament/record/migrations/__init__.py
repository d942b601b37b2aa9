"""The steps from an older form of the tables to today's, run by Alembic."""
