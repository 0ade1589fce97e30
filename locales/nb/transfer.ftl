### Moving a place to another device.

## On the device that has the place
move-title = Fortsett på en annen enhet
move-lead = Du kan ta med deg plassen din i køen, for eksempel til telefonen. Da gjelder den bare på den nye enheten og ikke lenger på denne.
move-make-code = Vis en kode
move-code-label = Koden din
move-scan = Skann dette bildet med kameraet på den andre enheten, eller åpne denne adressen der og skriv inn koden:
move-picture-alt = En QR-kode som inneholder adressen med koden din
move-good-for = Koden kan brukes én gang i løpet av de neste 5 minuttene. Ikke vis den til noen som du ikke vil gi plassen din til.
move-back = Tilbake til plassen din i køen
move-new-code = Vis en ny kode

## On the device that takes it over
move-enter-title = Overta plassen din i køen
move-enter-lead = Skriv inn koden som den andre enheten viser.
move-enter-button = Fortsett
move-confirm-lead = Med denne knappen flyttes plassen din i køen til denne enheten. Den gjelder da ikke lenger på den andre.
move-confirm-button = Flytt plassen min hit
# The place that this browser holds itself is given up.
move-confirm-replaces = Denne nettleseren har allerede en plass i denne køen. Du mister den når du overtar den andre plassen.

## When it does not work
move-error-code = Denne koden er ikke gyldig. Den kan være skrevet feil, allerede brukt eller eldre enn 5 minutter. Vis en ny kode på den andre enheten.
move-error-many = Det var for mange forsøk. Vent et minutt, og prøv igjen.
move-error-limit = Denne plassen er flyttet så mange ganger som det er mulig. Bli på enheten som har den.
move-error-away = Dette er ikke mulig akkurat nå på grunn av et teknisk problem. Plassen din blir der den er. Prøv igjen.
move-error-turn = Det er allerede din tur på den andre enheten. Fortsett der.

## Into the line of a priority group
move-priority-title = Jeg har en prioritetskode
move-priority-lead = Skriv inn koden din. Du venter deretter i køen til kodens gruppe og mister den nåværende plassen din.
move-priority-error = Denne koden er ikke gyldig her. Den kan være skrevet feil, allerede brukt eller utløpt. Plassen din blir som den er.
