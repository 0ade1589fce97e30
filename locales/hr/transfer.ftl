### Moving a place to another device.

## On the device that has the place
move-title = Nastavak na drugom uređaju
move-lead = Svoje mjesto u redu možete ponijeti sa sobom, primjerice na mobitel. Tada vrijedi samo na novom uređaju, a na ovom više ne.
move-make-code = Prikaži kod
move-code-label = Vaš kod
move-scan = Skenirajte ovu sliku kamerom drugog uređaja ili na njemu otvorite ovu adresu i upišite kod:
move-picture-alt = QR kod koji sadržava adresu s vašim kodom
move-good-for = Kod se može upotrijebiti jedanput u sljedećih 5 minuta. Ne pokazujte ga nikomu komu ne želite prepustiti svoje mjesto.
move-back = Natrag na vaše mjesto u redu
move-new-code = Prikaži novi kod

## On the device that takes it over
move-enter-title = Preuzmite svoje mjesto
move-enter-lead = Upišite kod koji prikazuje drugi uređaj.
move-enter-button = Nastavi
move-confirm-lead = Ovim se gumbom vaše mjesto u redu premješta na ovaj uređaj. Na drugom uređaju prestaje vrijediti.
move-confirm-button = Premjesti moje mjesto ovamo
# The place that this browser holds itself is given up.
move-confirm-replaces = Ovaj preglednik već ima mjesto u ovom redu. To mjesto gubite, a zamjenjuje ga ono koje preuzimate.

## When it does not work
move-error-code = Ovaj kod ne vrijedi. Možda je pogrešno upisan, već iskorišten ili stariji od 5 minuta. Prikažite novi kod na drugom uređaju.
move-error-many = Bilo je previše pokušaja. Pričekajte minutu i pokušajte ponovno.
move-error-limit = Ovo se mjesto više ne može premještati jer je dosegnuta granica. Ostanite na uređaju na kojem se nalazi.
move-error-away = To trenutačno nije moguće zbog tehničkih poteškoća. Vaše mjesto ostaje ondje gdje jest. Pokušajte ponovno.
move-error-turn = Na drugom ste uređaju već na redu. Nastavite ondje.

## Into the line of a priority group
move-priority-title = Imam kod za prednost
move-priority-lead = Upišite svoj kod. Zatim čekate u redu njegove skupine i odričete se sadašnjeg mjesta.
move-priority-error = Ovaj kod ovdje ne vrijedi. Možda je pogrešno upisan, već iskorišten ili istekao. Vaše mjesto ostaje kakvo jest.
