### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Mi ez az oldal?
about-lead = Ez egy virtuális váróterem. Ha többen szeretnének felkeresni egy webhelyet, mint ahány látogatót jól ki tud szolgálni, itt várakoznak igazságos sorrendben, és egyenként jutnak be.
about-how-heading = Hogyan működik
about-how-order = Aki előbb jön, előbb jut be. Ha egy váróterem meghatározott időpontban nyit, mindenki, aki addig megérkezik, sorsolással kap sorszámot, és ezt a sorsolást bárki ellenőrizheti.
about-how-place = A helye megmarad, amíg várakozik, akkor is, ha újratölti az oldalt, megszakad a kapcsolata, vagy újraindítja a böngészőt.
about-how-turn = Amikor sorra kerül, automatikusan bejut. Nem kell semmire kattintania, és az újratöltéstől sem lesz gyorsabb.
about-privacy-heading = Mit tárolunk Önről
about-privacy = Egyetlen sütit, amely az Ön helyét őrzi a sorban, legfeljebb 7 napig. Nincs nyomon követés, és máshonnan semmi nem töltődik be.
about-accessibility-heading = Mindenkinek
about-accessibility = Ezeket az oldalakat úgy terveztük, hogy bármely böngészőben működjenek, billentyűzettel, képernyőolvasóval, nagyítva és szkriptek nélkül is.
about-what-to-do-heading = Mi a teendő
about-what-to-do = Semmi. Nyissa meg azt a webhelyet, amelyet fel szeretne keresni; ha sokan vannak ott, az magától a várótermébe vezeti Önt.
about-source = Ezt a várótermet a nyílt forráskódú Anteroom működteti.
about-status-link = A szolgáltatás állapota

## How it stands
health-title = Állapot
health-lead-good = Minden működik.
health-lead-starting = A szolgáltatás indul.
health-lead-degraded = Most nem tudunk új helyeket adni a sorban. Akinek már van helye, megtartja.
health-lead-stopping = A szolgáltatás újraindul. Akinek már van helye, megtartja.
health-rooms-heading = Várótermek
health-room-waiting-label = Sorban állók
health-room-outflow-label = Az elmúlt percben bejutottak
health-room-wait-label = Becsült várakozás az újonnan érkezőknek
health-room-enter = Tovább a váróterembe
health-phase-idle = Még nem nyitott ki
health-phase-prequeue = Előzetes sor
health-phase-queue = Nyitva
health-phase-paused = Szünetel
health-phase-disabled = Szabad belépés
health-phase-postqueue = Zárva
health-updated = Frissítve: { $time }
