"""The doctor: small checks, each with its inputs handed in, each giving a finding with a remedy."""
