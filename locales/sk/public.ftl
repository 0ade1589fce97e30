### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Čo je táto stránka?
about-lead = Toto je virtuálna čakáreň. Keď chce webovú stránku navštíviť viac ľudí, než dokáže dobre obslúžiť, čakajú tu v spravodlivom poradí a vpúšťajú sa po jednom.
about-how-heading = Ako to funguje
about-how-order = Kto príde prvý, prvý vstúpi. Ak sa čakáreň otvára v určenom čase, všetci, ktorí prídu skôr, dostanú číslo žrebovaním, ktoré si môže overiť každý.
about-how-place = Kým čakáte, miesto vám zostáva, aj keď stránku obnovíte, stratíte pripojenie alebo reštartujete prehliadač.
about-how-turn = Keď ste na rade, vpustíme vás automaticky. Nemusíte na nič klikať a obnovovanie stránky nič neurýchli.
about-privacy-heading = Čo o vás uchovávame
about-privacy = Jeden súbor cookie, v ktorom je vaše miesto v rade, najviac 7 dní. Nesledujeme vás a nič sa nenačítava odinakiaľ.
about-accessibility-heading = Pre všetkých
about-accessibility = Tieto stránky majú fungovať v každom prehliadači, s klávesnicou, s čítačkou obrazovky, zväčšené aj bez skriptov.
about-what-to-do-heading = Čo treba urobiť
about-what-to-do = Nič. Otvorte webovú stránku, ktorú chcete navštíviť; keď je na nej veľa ľudí, sama vás privedie do svojej čakárne.
about-source = Táto čakáreň beží na softvéri Anteroom s otvoreným zdrojovým kódom.
about-status-link = Stav tejto služby

## How it stands
health-title = Stav
health-lead-good = Všetko funguje.
health-lead-starting = Služba sa spúšťa.
health-lead-degraded = Práve teraz sa nedajú prideľovať nové miesta v rade. Každému, kto miesto má, zostáva.
health-lead-stopping = Služba sa reštartuje. Každému, kto miesto má, zostáva.
health-rooms-heading = Čakárne
health-room-waiting-label = Ľudia v rade
health-room-outflow-label = Vpustení za poslednú minútu
health-room-wait-label = Odhadované čakanie pre nových
health-room-enter = Prejsť do čakárne
health-phase-idle = Ešte zatvorená
health-phase-prequeue = Predbežný rad
health-phase-queue = Otvorená
health-phase-paused = Pozastavená
health-phase-disabled = Voľný vstup
health-phase-postqueue = Zatvorená
health-updated = Stav k { $time }
