"""How long the game's animations take, in seconds of the injected clock.

Short but never zero, in the order of what captures of the real game show; a virtual clock makes them free.
"""

EMBARK = 1.2  # character_select stays after embark
LOAD = 0.9  # continue, back to the main menu
DIALOGUE = 0.2  # an ancient's next line
TRAVEL = 0.8  # map token walks; floor and position change at its end
MAP_FADE = 0.4  # the map stays visible over the new room
MAP_OPEN = 0.2  # proceed to map
MAP_READY = 0.1  # a map just opened has no travelable points yet
COMBAT_INTRO = 0.6  # room there, fight not started
DRAW = 0.35  # start of the player's turn
CARD = 0.25  # one queued card or potion
END_SETTLE = 0.3  # end_turn accepted, play phase still true, actions disabled
END_FLUSH = 0.25  # play phase false, side still player
ENEMY_TURN = 0.8
COMBAT_END = 0.9  # last kill to rewards
ACT = 1.2  # the boss's room to the next act
GAME_OVER = 1.0
CLAIM = 0.15  # a claimed reward's button is hidden while it resolves
CARD_PICK = 0.2  # card reward to rewards
CHOSEN = 0.12  # an event's clicked option is still on screen, was_chosen true
EVENT = 0.4  # options cleared to the next page
CHEST_LOAD = 0.25
CHEST_OPEN = 0.9
TREASURE_PICK = 0.5
REST = 0.6
SHOP_READY = 0.25
SHOP_LEAVE = 0.2
GRID_CLOSE = 0.15
FLY_IN = 0.25  # cards still overlap: position order is not the final one
CLICK_GUARD = 0.35  # choose-a-card ignores clicks
CELL = 0.2  # crystal sphere cell
OVERLAY = 3.0  # the placed overlay closes by itself
POPUP_READY = 0.5  # a tutorial's button becomes clickable
