"""Tests of `firmware/app/soak/`: a short soak, its faults and its report."""
