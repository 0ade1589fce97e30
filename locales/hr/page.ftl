### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Ljudi ispred vas
page-wait-label = Procijenjeno čekanje
page-number-label = Vaš broj u redu
page-progress-label = Vaš napredak u redu
page-updated-label = Zadnje osvježeno
page-message-label = Obavijest
page-keep-open = Ostavite ovu stranicu otvorenom. Sama se osvježava, a svoje mjesto zadržavate čak i ako je ponovno učitate ili se vratite malo poslije.
page-leave = Napusti red
page-queue-id-label = ID u redu
page-offline = Veza je prekinuta. Zadržavate svoje mjesto, a mi i dalje pokušavamo.
page-online-again = Veza je ponovno uspostavljena.
page-redirecting-headline = Puštamo vas unutra
page-redirecting-lead = Hvala što ste pričekali. Stižete za trenutak.
page-redirecting-link = Idi onamo odmah
page-skip = Prijeđi na svoje mjesto u redu
page-powered-by = Pokreće Anteroom
page-about-link = Kakva je ovo stranica?
page-status-link = Stanje ove čekaonice

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Vrijeme do početka
page-prequeue-countdown-label = Vrijeme do otvaranja pripremnog reda
# Label over a date with a time of day.
page-starts-at-label = Početak
page-keep-open-before = Ostavite ovu stranicu otvorenom. Sama se osvježava, a u ždrijebu ostajete čak i ako je ponovno učitate ili se vratite prije početka.
page-keep-open-idle = Ova se stranica sama osvježava. Ne morate je ponovno učitavati.

## Be told when it is your turn
page-notify-heading = Javi mi kad dođem na red
page-notify-sound = Zvučni signal
page-notify-vibration = Vibracija
page-notify-notification = Prikaži obavijest
page-notify-denied = Vaš preglednik ne dopušta obavijesti za ovu stranicu. To možete promijeniti u njegovim postavkama.

## Language and device
page-language-label = Jezik
page-language-apply = Promijeni jezik
page-move-link = Nastavi na drugom uređaju

## The draw
page-draw-heading = Što se događa na početku
page-draw-closing = Ubrzo nakon početka pripremni se red zatvara. Tko dođe poslije, staje u red iza svih koji su bili ovdje.
page-draw-chance = Zatim se za svakoga u pripremnom redu izvlači broj. Svi imaju jednake izglede, bilo da su došli rano ili kasno.
page-draw-number = Vaš se broj prikazuje na ovoj stranici, a ljude puštamo unutra od najmanjeg broja prema većima.
page-draw-with-beacon = U ždrijeb ulazi javni nasumični broj koji nitko ne može unaprijed znati, pa nitko ne može odabrati ishod.
page-draw-check = Ždrijeb poslije može provjeriti svatko.
page-draw-receipt = Ždrijeb poslije može provjeriti svatko. Vaša potvrda dokazuje da u njemu sudjelujete; sačuvajte je do tada.
page-draw-receipt-link = Preuzmite svoju potvrdu
page-draw-check-link = Kako provjeriti ždrijeb
page-drawn-link = Vaš je broj izvučen – provjerite ždrijeb

## After the end
page-skip-content = Prijeđi na sadržaj
page-ended-help = Ako želite vidjeti što se sada nudi, otvorite samu web-stranicu.
page-back-to-site = Natrag na web-stranicu
