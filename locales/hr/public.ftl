### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Kakva je ovo stranica?
about-lead = Ovo je virtualna čekaonica. Kad web-stranicu želi posjetiti više ljudi nego što ih može dobro poslužiti, oni ovdje čekaju pravednim redoslijedom i ulaze jedan po jedan.
about-how-heading = Kako to funkcionira
about-how-order = Tko prvi dođe, prvi ulazi. Ako se čekaonica otvara u određeno vrijeme, svi koji su ondje prije toga dobivaju broj ždrijebom koji može provjeriti svatko.
about-how-place = Vaše se mjesto čuva dok čekate, čak i ako ponovno učitate stranicu, izgubite vezu ili ponovno pokrenete preglednik.
about-how-turn = Kad dođete na red, ulazite automatski. Ne morate ništa kliknuti, a ponovno učitavanje ništa ne ubrzava.
about-privacy-heading = Što se čuva o vama
about-privacy = Jedan kolačić u kojem je vaše mjesto u redu, najdulje 7 dana. Nema praćenja i ništa se ne učitava s drugih mjesta.
about-accessibility-heading = Za sve
about-accessibility = Ove su stranice zamišljene tako da rade u svakom pregledniku, tipkovnicom, s čitačem zaslona, uvećane i bez skripti.
about-what-to-do-heading = Što trebate učiniti
about-what-to-do = Ništa. Otvorite web-stranicu koju želite posjetiti; kad je na njoj gužva, sama vas dovodi u svoju čekaonicu.
about-source = Ova čekaonica radi na softveru otvorenog koda Anteroom.
about-status-link = Stanje ove usluge

## How it stands
health-title = Stanje
health-lead-good = Sve radi.
health-lead-starting = Usluga se pokreće.
health-lead-degraded = Trenutačno se ne mogu dodjeljivati nova mjesta u redu. Svi koji imaju mjesto zadržavaju ga.
health-lead-stopping = Usluga se ponovno pokreće. Svi koji imaju mjesto zadržavaju ga.
health-rooms-heading = Čekaonice
health-room-waiting-label = Ljudi u redu
health-room-outflow-label = Ušli u zadnjoj minuti
health-room-wait-label = Procijenjeno čekanje za nove
health-room-enter = Idi u čekaonicu
health-phase-idle = Još nije otvorena
health-phase-prequeue = Pripremni red
health-phase-queue = Otvorena
health-phase-paused = Pauzirana
health-phase-disabled = Slobodan ulaz
health-phase-postqueue = Zatvorena
health-updated = Stanje: { $time }
