"""Capital letters at the beginning of rendered text."""


def capitalized(sentence: str) -> str:
    """Capitalises the first letter, even behind a quotation mark.

    >>> capitalized("„sechzehn“, sprach Uta"), capitalized("Uta sprach")
    ('„Sechzehn“, sprach Uta', 'Uta sprach')
    """
    at = next((at for at, letter in enumerate(sentence) if letter.isalnum()), 0)
    return sentence[:at] + sentence[at : at + 1].upper() + sentence[at + 1 :]
