### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Parašykite man, kai netrukus bus mano eilė
email-lead = Palikite savo el. pašto adresą ir mes jums parašysime vieną kartą, prieš pat jūsų eilę ({ $duration }). Tada adresą ištrinsime.
email-label = El. pašto adresas
email-save = Išsaugoti
email-kept = Išsaugotas adresas: { $address }
email-remove = Ištrinti adresą
email-sent = Laiškas išsiųstas arba jau pakeliui. Kiekvienai vietai skirtas tik vienas.

## When it does not work
email-error-address = Šiuo adresu el. laiško išsiųsti negalime. Pavyzdys: name@example.com
email-error-many = Šiandien nurodyta per daug adresų. Geriau palikite atvertą savo vietos puslapį.
email-error-link = Ši nuoroda nebegalioja. Jūsų vieta yra įrenginyje, kuriame ją naudojote paskutinį kartą.

## The e-mail
email-subject = { $room }: netrukus jūsų eilė
email-late = Jei ateisite vėliau, vietos eilėje neprarasite: įleisime, kai tik bus galima.
email-late-limit = Jei ateisite vėliau, atėjus jūsų eilei vieta laikoma ribotą laiką: { $duration }
email-button = Į mano vietą eilėje
email-why = Šį laišką gavote, nes jūsų adresas buvo nurodytas laukiamajame { $room } ({ $host }). Ten jis jau ištrintas, ir daugiau laiškų nebus. Jei tai buvote ne jūs, šio laiško galite nepaisyti.

## A notification that comes with the page closed
push-button = Pranešti ir tada, kai puslapis uždarytas
push-failed = Nepavyko. Geriau palikite šį puslapį atvertą.
