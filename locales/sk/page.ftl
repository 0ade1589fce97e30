### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Ľudia pred vami
page-wait-label = Odhadované čakanie
page-number-label = Vaše číslo v rade
page-progress-label = Váš postup v rade
page-updated-label = Naposledy aktualizované
page-message-label = Oznam
page-keep-open = Nechajte túto stránku otvorenú. Aktualizuje sa sama a miesto vám zostane, aj keď ju obnovíte alebo sa vrátite o chvíľu neskôr.
page-leave = Opustiť rad
page-queue-id-label = ID v rade
page-offline = Pripojenie sa prerušilo. Miesto vám zostáva a my to skúšame ďalej.
page-online-again = Pripojenie je obnovené.
page-redirecting-headline = Vpúšťame vás
page-redirecting-lead = Ďakujeme, že ste počkali. O chvíľu ste tam.
page-redirecting-link = Prejsť tam hneď
page-skip = Prejsť na vaše miesto v rade
page-powered-by = Beží na Anteroom
page-about-link = Čo je táto stránka?
page-status-link = Stav tejto čakárne

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Čas do začiatku
page-prequeue-countdown-label = Čas do otvorenia predbežného radu
# Label over a date with a time of day.
page-starts-at-label = Začiatok
page-keep-open-before = Nechajte túto stránku otvorenú. Aktualizuje sa sama a v žrebovaní zostanete, aj keď ju obnovíte alebo sa vrátite ešte pred začiatkom.
page-keep-open-idle = Táto stránka sa aktualizuje sama. Nemusíte ju obnovovať.

## Be told when it is your turn
page-notify-heading = Upozorniť ma, keď budem na rade
page-notify-sound = Prehrať zvuk
page-notify-vibration = Zavibrovať
page-notify-notification = Zobraziť upozornenie
page-notify-denied = Váš prehliadač nepovoľuje upozornenia z tejto stránky. Môžete to zmeniť v jeho nastaveniach.

## Language and device
page-language-label = Jazyk
page-language-apply = Zmeniť jazyk
page-move-link = Pokračovať na inom zariadení

## The draw
page-draw-heading = Čo sa stane po začiatku
page-draw-closing = Krátko po začiatku sa predbežný rad uzavrie. Kto príde neskôr, zaradí sa za všetkých, ktorí tu už boli.
page-draw-chance = Potom sa každému v predbežnom rade vyžrebuje číslo. Každý má rovnakú šancu, či už prišiel skoro, alebo neskoro.
page-draw-number = Vaše číslo sa zobrazí na tejto stránke. Vpúšťa sa od najnižšieho čísla nahor.
page-draw-with-beacon = Do žrebovania vstupuje verejné náhodné číslo, ktoré nikto nemôže vopred poznať, takže nikto si nemôže zvoliť výsledok.
page-draw-check = Žrebovanie si potom môže overiť každý.
page-draw-receipt = Žrebovanie si potom môže overiť každý. Vaše potvrdenie dokazuje, že ste v ňom; dovtedy si ho uschovajte.
page-draw-receipt-link = Stiahnuť potvrdenie
page-draw-check-link = Ako overiť žrebovanie
page-drawn-link = Vaše číslo je vyžrebované – overiť žrebovanie

## After the end
page-skip-content = Prejsť na obsah
page-ended-help = Ak chcete vidieť aktuálnu ponuku, prejdite priamo na webovú stránku.
page-back-to-site = Späť na webovú stránku
