"""All laws, in the order in which they are tried: the first five are the cheapest, the last looks for damage."""

from tests.contracts import laws_of_chance, laws_of_play, laws_of_saves, laws_of_secrets, laws_of_words

LAWS = [
    laws_of_play.the_game_ends,
    laws_of_play.everybody_asked_can_answer,
    laws_of_play.every_listed_move_is_accepted,
    laws_of_play.every_piece_is_accounted_for,
    laws_of_saves.a_loaded_table_is_the_saved_one,
    laws_of_play.idling_ends_the_round,
    laws_of_play.asides_leave_the_question_open,
    laws_of_saves.the_same_moves_give_the_same_facts,
    laws_of_saves.undo_is_for_moves_that_told_nobody_anything,
    laws_of_saves.others_may_move_before_something_is_taken_back,
    laws_of_saves.open_undo_takes_anything_back,
    laws_of_secrets.imagined_states_fit_the_view,
    laws_of_secrets.imagined_states_are_not_the_truth,
    laws_of_secrets.views_learn_ids_from_facts_only,
    laws_of_secrets.seats_see_the_same_where_they_have_no_secrets,
    laws_of_secrets.frames_and_moves_hold_nothing_hidden,
    laws_of_secrets.a_step_that_reveals_nothing_tells_nothing,
    laws_of_secrets.a_step_that_reveals_nothing_leaves_nothing_to_chance,
    laws_of_secrets.secret_choices_stay_secret,
    laws_of_secrets.what_is_arranged_apart_is_seen_by_nobody_else,
    laws_of_secrets.moves_are_heard_as_far_as_they_are_seen,
    laws_of_chance.nothing_but_the_dice_depends_on_the_secret,
    laws_of_words.everything_can_be_told,
    laws_of_words.seats_go_by_their_titles,
    laws_of_words.piles_hold_the_same_cards_all_game_long,
    laws_of_words.what_is_not_allowed_is_refused,
    laws_of_play.nothing_changes_behind_ones_back,
]
