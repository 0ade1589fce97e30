### Moving a place to another device.

## On the device that has the place
move-title = Fortsæt på en anden enhed
move-lead = Du kan tage din plads i køen med, for eksempel over på din telefon. Så gælder den kun på den nye enhed og ikke længere på denne.
move-make-code = Vis en kode
move-code-label = Din kode
move-scan = Scan dette billede med kameraet på den anden enhed, eller åbn denne adresse dér, og indtast koden:
move-picture-alt = En QR-kode med adressen og din kode
move-good-for = Koden kan bruges én gang inden for de næste 5 minutter. Vis den ikke til nogen, som du ikke vil give din plads.
move-back = Tilbage til din plads i køen
move-new-code = Vis en ny kode

## On the device that takes it over
move-enter-title = Overtag din plads
move-enter-lead = Indtast den kode, som den anden enhed viser.
move-enter-button = Fortsæt
move-confirm-lead = Med denne knap flytter du din plads i køen til denne enhed. På den anden enhed gælder den ikke længere.
move-confirm-button = Flyt min plads hertil
# The place that this browser holds itself is given up.
move-confirm-replaces = Denne browser har allerede en plads i denne kø. Den plads, du overtager, erstatter den.

## When it does not work
move-error-code = Koden er ikke gyldig. Den kan være indtastet forkert, være brugt allerede eller være mere end 5 minutter gammel. Vis en ny kode på den anden enhed.
move-error-many = Der har været for mange forsøg. Vent et minut, og prøv igen.
move-error-limit = Denne plads er flyttet så mange gange, som det er muligt. Bliv på den enhed, der har den.
move-error-away = Det kan ikke lade sig gøre i øjeblikket på grund af et teknisk problem. Din plads bliver, hvor den er. Prøv igen.
move-error-turn = Det er allerede din tur på den anden enhed. Fortsæt dér.

## Into the line of a priority group
move-priority-title = Jeg har en prioritetskode
move-priority-lead = Indtast din kode. Du venter derefter i køen for kodens gruppe og opgiver din nuværende plads.
move-priority-error = Koden er ikke gyldig her. Den kan være indtastet forkert, være brugt allerede eller være udløbet. Din plads bliver, som den er.
