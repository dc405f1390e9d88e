"""Cards, units, maps, scenarios and rulebooks: content, typed and checked on load."""
