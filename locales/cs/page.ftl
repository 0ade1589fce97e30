### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Počet lidí před vámi
page-wait-label = Odhadovaná doba čekání
page-number-label = Vaše číslo ve frontě
page-progress-label = Váš postup ve frontě
page-updated-label = Naposledy aktualizováno
page-message-label = Oznámení
page-keep-open = Nechte prosím tuto stránku otevřenou. Aktualizuje se sama a své místo si ponecháte, i když ji znovu načtete nebo se vrátíte o něco později.
page-leave = Opustit frontu
page-queue-id-label = Identifikátor ve frontě
page-offline = Spojení je přerušené. Své místo si ponecháváte a my to zkoušíme dál.
page-online-again = Spojení je zpět.
page-redirecting-headline = Pouštíme vás dál
page-redirecting-lead = Děkujeme, že jste počkali. Za chvíli budete na místě.
page-redirecting-link = Přejít tam hned
page-skip = Přejít na své místo ve frontě
page-powered-by = Běží na systému Anteroom
page-about-link = Co je to za stránku?
page-status-link = Stav této čekárny

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Čas do začátku
page-prequeue-countdown-label = Čas do otevření předběžné fronty
# Label over a date with a time of day.
page-starts-at-label = Začátek
page-keep-open-before = Nechte prosím tuto stránku otevřenou. Aktualizuje se sama a v losování zůstáváte, i když ji znovu načtete nebo se vrátíte před začátkem.
page-keep-open-idle = Tato stránka se aktualizuje sama. Nemusíte ji znovu načítat.

## Be told when it is your turn
page-notify-heading = Dát mi vědět, až přijdu na řadu
page-notify-sound = Přehrát zvuk
page-notify-vibration = Zavibrovat
page-notify-notification = Zobrazit oznámení
page-notify-denied = Váš prohlížeč oznámení z této stránky nepovoluje. Můžete to změnit v jeho nastavení.

## Language and device
page-language-label = Jazyk
page-language-apply = Změnit jazyk
page-move-link = Pokračovat na jiném zařízení

## The draw
page-draw-heading = Co se stane na začátku
page-draw-closing = Krátce po začátku se předběžná fronta uzavře. Kdo přijde později, zařadí se za všechny, kdo tu byli.
page-draw-chance = Potom se každému v předběžné frontě vylosuje číslo. Všichni mají stejnou šanci, ať přišli brzy, nebo pozdě.
page-draw-number = Vaše číslo se objeví na této stránce a lidé jsou vpouštěni od nejnižšího čísla výše.
page-draw-with-beacon = Do losování vstupuje veřejné náhodné číslo, které nikdo nemůže znát předem, takže si nikdo nemůže zvolit výsledek.
page-draw-check = Losování si může každý dodatečně ověřit.
page-draw-receipt = Losování si může každý dodatečně ověřit. Vaše potvrzení dokazuje, že se ho účastníte; do té doby si ho uschovejte.
page-draw-receipt-link = Stáhnout své potvrzení
page-draw-check-link = Jak losování ověřit
page-drawn-link = Vaše číslo bylo vylosováno – ověřit losování

## After the end
page-skip-content = Přejít na obsah
page-ended-help = Co je teď v nabídce, zjistíte přímo na webu.
page-back-to-site = Zpět na web
