### Moving a place to another device.

## On the device that has the place
move-title = Nadaljevanje na drugi napravi
move-lead = Svoje mesto v vrsti lahko vzamete s seboj, na primer na telefon. Potem velja samo na novi napravi, na tej pa ne več.
move-make-code = Prikaži kodo
move-code-label = Vaša koda
move-scan = To sliko poskenirajte s kamero druge naprave ali na njej odprite ta naslov in vnesite kodo:
move-picture-alt = Koda QR, ki vsebuje naslov z vašo kodo
move-good-for = Kodo lahko uporabite enkrat v naslednjih 5 minutah. Ne kažite je nikomur, ki mu ne želite prepustiti svojega mesta.
move-back = Nazaj na vaše mesto v vrsti
move-new-code = Prikaži novo kodo

## On the device that takes it over
move-enter-title = Prevzem vašega mesta
move-enter-lead = Vnesite kodo, ki jo prikazuje druga naprava.
move-enter-button = Nadaljuj
move-confirm-lead = S tem gumbom se vaše mesto v vrsti prenese na to napravo. Na drugi napravi preneha veljati.
move-confirm-button = Prenesi moje mesto sem
# The place that this browser holds itself is given up.
move-confirm-replaces = Ta brskalnik že ima mesto v tej vrsti. To mesto izgubite, nadomesti pa ga tisto, ki ga prevzemate.

## When it does not work
move-error-code = Ta koda ni veljavna. Morda je napačno vnesena, že uporabljena ali starejša od 5 minut. Na drugi napravi prikažite novo kodo.
move-error-many = Poskusov je bilo preveč. Počakajte minuto in poskusite znova.
move-error-limit = Tega mesta ni več mogoče prenašati, saj je doseglo omejitev. Ostanite na napravi, na kateri je.
move-error-away = To trenutno ni mogoče zaradi tehnične težave. Vaše mesto ostane tam, kjer je. Poskusite znova.
move-error-turn = Na drugi napravi ste že na vrsti. Nadaljujte tam.

## Into the line of a priority group
move-priority-title = Imam prednostno kodo
move-priority-lead = Vnesite svojo kodo. Nato čakate v vrsti njene skupine in se odpoveste sedanjemu mestu.
move-priority-error = Ta koda tu ni veljavna. Morda je napačno vnesena, že uporabljena ali potekla. Vaše mesto ostane, kakršno je.
