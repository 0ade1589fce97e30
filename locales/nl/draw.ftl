### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = U hebt nummer { $number } geloot
draw-lead-drawn = Aantal deelnemers: { $population }. Uw nummer volgt uit de gepubliceerde documenten; niemand kan het nog veranderen.
draw-heading-kept = U houdt nummer { $number }
draw-lead-kept = U kwam nadat de loting was gesloten. Daarom komt uw nummer na de nummers die zijn geloot.
draw-heading-not-yet = Uw nummer is nog niet geloot
draw-lead-not-yet = Iedereen die komt voordat de loting wordt gesloten, heeft dezelfde kans. Het maakt niet uit wie er het eerst was.
draw-heading-to-come = Deze loting is nog niet gehouden
draw-heading-aborted = Deze loting is afgebroken
draw-lead-aborted = Niemand krijgt er een nummer door. De documenten blijven gepubliceerd, samen met de reden.
draw-heading-public = De loting van deze wachtkamer
draw-lead-public = Wilt u ook uw eigen nummer zien, open deze pagina dan vanaf uw plaats in de rij.
draw-heading-broken = Deze loting klopt niet
draw-lead-broken = De gepubliceerde documenten doorstaan de controle niet. Bewaar een kopie ervan en van uw ontvangstbewijs, en neem contact op met de klantenservice van de website.

draw-checked = Wat er is gecontroleerd
draw-check-all = Gepubliceerde lotingen: { $count }. De documenten passen bij elkaar en zijn met dezelfde sleutel ondertekend.
draw-check-commitment = Voordat de loting werd gesloten, heeft de beheerder een geheim vastgelegd door de hash ervan te publiceren.
draw-check-to-come = De beheerder heeft een geheim vastgelegd door de hash ervan te publiceren. De overige documenten worden gepubliceerd wanneer de loting wordt gehouden.
draw-check-cut-off = Daarna heeft de beheerder vastgelegd en ondertekend hoeveel mensen meedoen: { $population }.
draw-check-reveal = Vervolgens is het geheim gepubliceerd. Het is het geheim dat was vastgelegd, en samen met het aantal geeft het ieders nummer.
draw-check-abort = De beheerder heeft ondertekend dat de loting is afgebroken, met als reden ‘{ $reason }’.
draw-check-receipt = Uw ontvangstbewijs is echt en hoort bij deze loting.

draw-cautions = Wat de controle niet aantoont
draw-caution-without-beacon = Bij deze loting is geen openbaar willekeurig getal gebruikt: de beheerder had kunnen beïnvloeden hoeveel mensen meelootten, en daarmee de volgorde.
draw-caution-unknown-chain = We kennen het tijdschema van het openbare willekeurige getal niet. Zoek op wanneer het is gepubliceerd.
draw-caution-committed-late = Het geheim is pas vastgelegd toen mensen al in de rij konden gaan staan.
draw-caution-drawn-again = De loting is herhaald. Lotingen die hiervoor zijn afgebroken: { $count }.
draw-caution-own-server = Deze pagina komt van de server die heeft geloot. Wilt u daar niet op vertrouwen, controleer de loting dan zelf.

draw-yourself = Controleer het zelf
draw-get-document = De gepubliceerde loting downloaden
draw-get-receipt = Uw ontvangstbewijs downloaden en bewaren
draw-run-command = Zet de bestanden in één map en voer een van deze opdrachten uit op uw eigen computer. De programma’s horen bij het opensourceproject Anteroom; haal ze daar, niet van deze server.
draw-compare-key = Vergelijk deze sleutel met de sleutel die de beheerder elders toont:
draw-back = Terug naar uw plaats in de rij
