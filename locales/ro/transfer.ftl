### Moving a place to another device.

## On the device that has the place
move-title = Continuați pe alt dispozitiv
move-lead = Vă puteți lua cu dumneavoastră locul la coadă, de exemplu pe telefon. De atunci este valabil numai pe noul dispozitiv, iar pe acesta nu mai este.
move-make-code = Afișați un cod
move-code-label = Codul dumneavoastră
move-scan = Scanați această imagine cu camera celuilalt dispozitiv sau deschideți acolo această adresă și introduceți codul:
move-picture-alt = Un cod QR care conține adresa cu codul dumneavoastră
move-good-for = Codul poate fi folosit o singură dată, în următoarele 5 minute. Nu îl arătați nimănui căruia nu vreți să îi dați locul.
move-back = Înapoi la locul dumneavoastră la coadă
move-new-code = Afișați un cod nou

## On the device that takes it over
move-enter-title = Preluați-vă locul la coadă
move-enter-lead = Introduceți codul afișat pe celălalt dispozitiv.
move-enter-button = Continuați
move-confirm-lead = Cu acest buton, locul dumneavoastră la coadă se mută pe acest dispozitiv. Pe celălalt dispozitiv nu mai este valabil.
move-confirm-button = Mutați locul meu aici
# The place that this browser holds itself is given up.
move-confirm-replaces = Acest browser are deja un loc la această coadă. Îl pierdeți în schimbul celui pe care îl preluați.

## When it does not work
move-error-code = Acest cod nu este valabil. Poate a fost scris greșit, a fost deja folosit sau este mai vechi de 5 minute. Vă rugăm să afișați un cod nou pe celălalt dispozitiv.
move-error-many = Au fost prea multe încercări. Vă rugăm să așteptați un minut și să încercați din nou.
move-error-limit = Acest loc nu mai poate fi mutat, s-a atins limita. Vă rugăm să rămâneți pe dispozitivul pe care se află.
move-error-away = Nu se poate în acest moment din cauza unei probleme tehnice. Locul dumneavoastră rămâne unde este. Vă rugăm să încercați din nou.
move-error-turn = V-a venit deja rândul pe celălalt dispozitiv. Vă rugăm să continuați acolo.

## Into the line of a priority group
move-priority-title = Am un cod de prioritate
move-priority-lead = Introduceți codul dumneavoastră. Veți aștepta apoi la coada grupului său și veți pierde locul actual.
move-priority-error = Acest cod nu este valabil aici. Poate a fost scris greșit, a fost deja folosit sau a expirat. Locul dumneavoastră rămâne așa cum este.
