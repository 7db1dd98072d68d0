"""What people set and the box keeps in small files: settings, house rules, and where they lie."""
