"""Translations on their way into the catalogues."""
