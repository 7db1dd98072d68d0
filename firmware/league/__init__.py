"""Several boxes at one event: their results merged, rated and shown, through files or a network.

In: journals and exported games, or results that boxes publish to an MQTT broker. Out: standings. Only results leave a
box: the seats, their places, the time, and the rules; no claims, dice or seals.

Read first: `game_result.py` (what leaves a box), `merging.py` (every game once, every person once), `ratings.py`
(Weng-Lin, needs openskill), `exchange.py` (a box and a broker made equal), `hall.py` (who listens).
Network and ratings need the extra `league`; nothing of it runs unless it is asked for.
"""
