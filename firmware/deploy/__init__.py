"""Makes an appliance of the program: user, groups, units and journal folder, step by step, and takes it away again."""
