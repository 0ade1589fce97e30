### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Mis leht see on?
about-lead = See on virtuaalne ooteruum. Kui veebisaiti soovib külastada rohkem inimesi, kui see suudab hästi teenindada, ootavad nad siin õiglases järjekorras ja pääsevad sisse ükshaaval.
about-how-heading = Kuidas see toimib
about-how-order = Kes tuleb ees, pääseb ees. Kui ooteruum avatakse kindlal ajal, saavad kõik, kes on kohal enne seda, numbri loosimisega, mida saab kontrollida igaüks.
about-how-place = Teie koht püsib, kuni ootate, ka siis, kui laadite lehe uuesti, ühendus katkeb või taaskäivitate brauseri.
about-how-turn = Kui on teie kord, pääsete sisse automaatselt. Te ei pea midagi vajutama ja uuesti laadimine ei kiirenda midagi.
about-privacy-heading = Mida teie kohta säilitatakse
about-privacy = Üks küpsis, milles on teie koht järjekorras, kõige rohkem 7 päeva. Teid ei jälgita ja mujalt midagi ei laadita.
about-accessibility-heading = Kõigile
about-accessibility = Need lehed on mõeldud töötama igas brauseris, klaviatuuriga, ekraanilugejaga, suurendatult ja ilma skriptideta.
about-what-to-do-heading = Mida teha
about-what-to-do = Mitte midagi. Avage veebisait, mida soovite külastada; kui seal on palju inimesi, toob see teid ise oma ooteruumi.
about-source = See ooteruum töötab avatud lähtekoodiga tarkvaral Anteroom.
about-status-link = Selle teenuse olek

## How it stands
health-title = Olek
health-lead-good = Kõik töötab.
health-lead-starting = Teenus käivitub.
health-lead-degraded = Praegu ei saa järjekorras uusi kohti anda. Kõigile, kellel on koht, jääb see alles.
health-lead-stopping = Teenust taaskäivitatakse. Kõigile, kellel on koht, jääb see alles.
health-rooms-heading = Ooteruumid
health-room-waiting-label = Inimesi järjekorras
health-room-outflow-label = Viimase minuti jooksul sisse lastud
health-room-wait-label = Hinnanguline ooteaeg uutele tulijatele
health-room-enter = Mine ooteruumi
health-phase-idle = Pole veel avatud
health-phase-prequeue = Eeljärjekord
health-phase-queue = Avatud
health-phase-paused = Peatatud
health-phase-disabled = Vaba sissepääs
health-phase-postqueue = Suletud
health-updated = Seisuga { $time }
