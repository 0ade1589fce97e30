### The identity of a newcomer: a code by e-mail.

identity-title = Potvrdite svoju adresu e-pošte
identity-lead = Poslat ćemo vam kod. Svaka adresa e-pošte ima jedno mjesto u redu.
identity-send = Pošaljite mi kod
identity-sent = Poslali smo vam kod e-poštom. Vrijedi: { $duration }.
identity-code-label = Kod iz e-pošte
identity-again = Nema poruke? Zatražite novi kod ili upotrijebite drugu adresu
identity-price = Ako se ništa ne dogodi, ponovno pritisnite gumb. Pričekajte prije toga: { $duration }.
identity-price-works = Ostavite ovu stranicu otvorenom: kod se šalje sam.
identity-error-code = Ovaj kod nije točan. Provjerite poruku i pokušajte ponovno.
identity-error-old = Ovaj kod više ne vrijedi. Zatražite novi.
identity-error-soon = Na ovu smo adresu upravo poslali nekoliko kodova. Provjerite pristiglu poštu i mapu neželjene pošte. Vrijeme do sljedećeg koda: { $duration }.
identity-error-today = Danas ne možemo poslati više kodova na ovu adresu ili putem ove veze. Pokušajte s drugom adresom ili drugom vezom.
identity-error-send = Poruku nismo mogli poslati. Pokušajte ponovno za minutu.
identity-subject = { $room }: vaš je kod { $code }
identity-why = Upišite kod na stranici čekaonice { $room } ({ $host }). Ako ga niste zatražili, možete zanemariti ovu poruku. Nikome ne dajte kod.
identity-sign-in = Prijava
identity-sign-in-lead = Prijavite se da biste dobili mjesto. Svaki račun ima jedno mjesto u redu.
identity-error-sign-in = Prijava nije uspjela. Pokušajte ponovno.
