### Moving a place to another device.

## On the device that has the place
move-title = Verdergaan op een ander apparaat
move-lead = U kunt uw plaats in de rij meenemen, bijvoorbeeld naar uw telefoon. De plaats geldt dan alleen nog op het nieuwe apparaat en niet meer op dit apparaat.
move-make-code = Een code tonen
move-code-label = Uw code
move-scan = Scan deze afbeelding met de camera van het andere apparaat, of open daar dit adres en typ de code in:
move-picture-alt = Een QR-code met het adres en uw code
move-good-for = De code is de komende 5 minuten geldig en kan één keer worden gebruikt. Toon hem aan niemand die uw plaats niet mag krijgen.
move-back = Terug naar uw plaats in de rij
move-new-code = Een nieuwe code tonen

## On the device that takes it over
move-enter-title = Uw plaats in de rij overnemen
move-enter-lead = Typ de code in die het andere apparaat toont.
move-enter-button = Doorgaan
move-confirm-lead = Met deze knop verhuist uw plaats in de rij naar dit apparaat. Op het andere apparaat geldt die dan niet meer.
move-confirm-button = Mijn plaats hierheen halen
# The place that this browser holds itself is given up.
move-confirm-replaces = Deze browser heeft al een plaats in deze rij. Die vervalt als u de andere plaats overneemt.

## When it does not work
move-error-code = Deze code is niet geldig. Misschien bevat hij een typefout, is hij al gebruikt of is hij ouder dan 5 minuten. Toon een nieuwe code op het andere apparaat.
move-error-many = Er zijn te veel pogingen gedaan. Wacht een minuut en probeer het opnieuw.
move-error-limit = Deze plaats is zo vaak verplaatst als mogelijk is. Blijf op het apparaat waarop u de plaats nu hebt.
move-error-away = Dit kan op dit moment niet door een technische storing. Uw plaats blijft waar die is. Probeer het opnieuw.
move-error-turn = U bent op het andere apparaat al aan de beurt. Ga daar verder.

## Into the line of a priority group
move-priority-title = Ik heb een voorrangscode
move-priority-lead = Typ uw code in. U wacht dan in de rij van de bijbehorende groep, en uw huidige plaats vervalt.
move-priority-error = Deze code is hier niet geldig. Misschien bevat hij een typefout, is hij al gebruikt of is hij verlopen. Uw plaats blijft zoals die is.
