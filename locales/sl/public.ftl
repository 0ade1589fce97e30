### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Kaj je ta stran?
about-lead = To je virtualna čakalnica. Kadar želi spletno mesto obiskati več ljudi, kot jih lahko dobro sprejme, tukaj čakajo v pravičnem vrstnem redu in vstopajo eden za drugim.
about-how-heading = Kako deluje
about-how-order = Kdor prej pride, prej vstopi. Kadar se čakalnica odpre ob določenem času, vsi, ki so tam že prej, dobijo številko z žrebom, ki ga lahko preveri kdorkoli.
about-how-place = Vaše mesto se ohrani, dokler čakate, tudi če stran znova naložite, izgubite povezavo ali znova zaženete brskalnik.
about-how-turn = Ko ste na vrsti, vstopite samodejno. Ničesar vam ni treba klikniti, ponovno nalaganje pa ničesar ne pospeši.
about-privacy-heading = Kaj hranimo o vas
about-privacy = En piškotek z vašim mestom v vrsti, največ 7 dni. Sledenja ni in nič se ne nalaga od drugod.
about-accessibility-heading = Za vse
about-accessibility = Te strani so zasnovane tako, da delujejo v vsakem brskalniku, s tipkovnico, z bralnikom zaslona, povečane in brez skriptov.
about-what-to-do-heading = Kaj morate storiti
about-what-to-do = Nič. Odprite spletno mesto, ki ga želite obiskati; kadar je tam gneča, vas samodejno pripelje v svojo čakalnico.
about-source = Ta čakalnica deluje na odprtokodni programski opremi Anteroom.
about-status-link = Stanje te storitve

## How it stands
health-title = Stanje
health-lead-good = Vse deluje.
health-lead-starting = Storitev se zaganja.
health-lead-degraded = Novih mest v vrsti trenutno ni mogoče dodeljevati. Vsi, ki mesto imajo, ga obdržijo.
health-lead-stopping = Storitev se znova zaganja. Vsi, ki mesto imajo, ga obdržijo.
health-rooms-heading = Čakalnice
health-room-waiting-label = Ljudje v vrsti
health-room-outflow-label = Vstopili v zadnji minuti
health-room-wait-label = Ocenjeno čakanje za nove obiskovalce
health-room-enter = Pojdi v čakalnico
health-phase-idle = Še ni odprta
health-phase-prequeue = Predhodna vrsta
health-phase-queue = Odprta
health-phase-paused = Začasno ustavljena
health-phase-disabled = Prost vstop
health-phase-postqueue = Zaprta
health-updated = Stanje: { $time }
