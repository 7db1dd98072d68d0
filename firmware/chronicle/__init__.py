"""What the journal can tell afterwards: games retold, written out, checked and counted, from public rows only."""
