"""Tests of `firmware/rulesheet/`; `sample_house_rules` are rules to try every sheet with."""
