"""The laws that every game obeys: `playing` makes games to look at, `laws_of_*` say what must be true of them."""
