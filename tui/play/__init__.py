"""Between a table and any screen, without Textual: sittings, saves, stories, hints, replays."""
