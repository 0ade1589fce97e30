### Moving a place to another device.

## On the device that has the place
move-title = Continueu en un altre dispositiu
move-lead = Us podeu endur el lloc a la cua, per exemple, al mòbil. Aleshores només val al dispositiu nou i en aquest deixa de valer.
move-make-code = Mostra un codi
move-code-label = El vostre codi
move-scan = Escanegeu aquesta imatge amb la càmera de l’altre dispositiu o obriu-hi aquesta adreça i escriviu el codi:
move-picture-alt = Un codi QR que conté l’adreça amb el vostre codi
move-good-for = El codi serveix per a un sol ús durant els pròxims 5 minuts. No l’ensenyeu a ningú a qui no vulgueu donar el vostre lloc.
move-back = Torneu al vostre lloc a la cua
move-new-code = Mostra un codi nou

## On the device that takes it over
move-enter-title = Porteu aquí el vostre lloc
move-enter-lead = Escriviu el codi que mostra l’altre dispositiu.
move-enter-button = Continua
move-confirm-lead = Amb aquest botó, el vostre lloc a la cua passa a aquest dispositiu. A l’altre dispositiu deixa de valer.
move-confirm-button = Passa el meu lloc aquí
# The place that this browser holds itself is given up.
move-confirm-replaces = Aquest navegador ja té un lloc en aquesta cua. El perdeu a canvi del que hi porteu.

## When it does not work
move-error-code = Aquest codi no és vàlid. Potser està mal escrit, ja s’ha fet servir o té més de 5 minuts. Mostreu un codi nou a l’altre dispositiu.
move-error-many = Hi ha hagut massa intents. Espereu un minut i torneu-ho a provar.
move-error-limit = Aquest lloc ja s’ha traslladat tantes vegades com és possible. Quedeu-vos al dispositiu que el té.
move-error-away = Ara mateix no és possible per un problema tècnic. El vostre lloc continua on és. Torneu-ho a provar.
move-error-turn = A l’altre dispositiu ja us toca. Continueu allà.

## Into the line of a priority group
move-priority-title = Tinc un codi de prioritat
move-priority-lead = Escriviu el codi. Aleshores espereu a la cua del seu grup i deixeu el vostre lloc actual.
move-priority-error = Aquest codi no és vàlid aquí. Potser està mal escrit, ja s’ha fet servir o ha caducat. El vostre lloc continua com és.
