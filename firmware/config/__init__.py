"""What the box keeps in small files: settings, house rules, the flag of a start; and where these files lie.

In: a folder (`paths` names it), and what people chose. Out: settings and named house rules, with complaints as messages
where a file is damaged or cannot be written; nothing in these files ever stops the box.

Read first: `settings.py` (one table of options, from which come file, screen and documents), `house_rules.py`,
`atomic_files.py` (how a small file survives a power cut).
"""
