### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Ljudje pred vami
page-wait-label = Ocenjeno čakanje
page-number-label = Vaša številka v vrsti
page-progress-label = Vaša pot skozi vrsto
page-updated-label = Zadnja osvežitev
page-message-label = Obvestilo
page-keep-open = To stran pustite odprto. Sama se osvežuje, svoje mesto pa obdržite, tudi če jo znova naložite ali se vrnete malo pozneje.
page-leave = Zapusti vrsto
page-queue-id-label = ID v vrsti
page-offline = Povezava je prekinjena. Svoje mesto obdržite, mi pa še naprej poskušamo.
page-online-again = Povezava je spet vzpostavljena.
page-redirecting-headline = Zdaj vstopate
page-redirecting-lead = Hvala, da ste počakali. Čez trenutek boste tam.
page-redirecting-link = Pojdi tja zdaj
page-skip = Skoči na svoje mesto v vrsti
page-powered-by = Deluje z Anteroom
page-about-link = Kaj je ta stran?
page-status-link = Stanje te čakalnice

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Čas do začetka
page-prequeue-countdown-label = Čas do odprtja predhodne vrste
# Label over a date with a time of day.
page-starts-at-label = Začetek
page-keep-open-before = To stran pustite odprto. Sama se osvežuje, v žrebu pa ostanete, tudi če jo znova naložite ali se vrnete pred začetkom.
page-keep-open-idle = Ta stran se sama osvežuje. Ni vam je treba znova nalagati.

## Be told when it is your turn
page-notify-heading = Obvesti me, ko bom na vrsti
page-notify-sound = Zvočni signal
page-notify-vibration = Vibriranje
page-notify-notification = Prikaži obvestilo
page-notify-denied = Vaš brskalnik ne dovoli obvestil za to stran. To lahko spremenite v njegovih nastavitvah.

## Language and device
page-language-label = Jezik
page-language-apply = Spremeni jezik
page-move-link = Nadaljuj na drugi napravi

## The draw
page-draw-heading = Kaj se zgodi ob začetku
page-draw-closing = Kmalu po začetku se predhodna vrsta zapre. Kdor pride pozneje, se postavi v vrsto za vsemi, ki so bili tukaj.
page-draw-chance = Nato se za vsakogar v predhodni vrsti izžreba številka. Vsi imajo enake možnosti, ne glede na to, ali so prišli zgodaj ali pozno.
page-draw-number = Vaša številka se prikaže na tej strani, ljudje pa vstopajo od najnižje številke naprej.
page-draw-with-beacon = V žreb je vključeno javno naključno število, ki ga nihče ne more poznati vnaprej, zato nihče ne more izbrati izida.
page-draw-check = Žreb lahko pozneje preveri kdorkoli.
page-draw-receipt = Žreb lahko pozneje preveri kdorkoli. Vaše potrdilo dokazuje, da ste v njem; do takrat ga shranite.
page-draw-receipt-link = Prenesite svoje potrdilo
page-draw-check-link = Kako preveriti žreb
page-drawn-link = Vaša številka je izžrebana – preverite žreb

## After the end
page-skip-content = Skoči na vsebino
page-ended-help = Če želite videti, kaj je zdaj na voljo, obiščite samo spletno mesto.
page-back-to-site = Nazaj na spletno mesto
