"""stub"""
def why_not(view, ask, seat, move): return "That is not possible now."
def outcome(state): return "won" if state.won else "lost"
def tell_move(view, seat, move): return repr(move)
def tell_fact(view, fact): return repr(fact)
def tell_ask(view, ask, seat): return type(ask).__name__
