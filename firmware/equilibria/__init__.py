"""Equilibria of the games for two: what to claim with which dice, and how often to believe a claim.

In: the rules of a round for two seats, and how the dice fall. Out: strategies and their values. Every family has two
halves that share no code: a solver, and a best response, which says how much a strategy can lose at most (its
exploitability).

| family | solver | best response |
|---|---|---|
| a round with the box (viking, mia, sympkyn-box) | `claim_step.py`, `box_round.py`, `box_match.py` | `box_response.py` |
| liar's dice for two, one die each | `bid_tree.py` | `bid_tree_response.py` |
| liar's dice for two, more dice | `bid_memory.py` | `bid_memory_response.py` |

Read first: `claim_step.py` (one claim and the answers to it), then `box_round.py` (the chain of them that is a round).
"""
