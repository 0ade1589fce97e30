### Moving a place to another device.

## On the device that has the place
move-title = Pokračovat na jiném zařízení
move-lead = Své místo ve frontě si můžete vzít s sebou, například do telefonu. Pak platí jen na novém zařízení, na tomto už ne.
move-make-code = Zobrazit kód
move-code-label = Váš kód
move-scan = Naskenujte tento obrázek fotoaparátem druhého zařízení, nebo na něm otevřete tuto adresu a zadejte kód:
move-picture-alt = QR kód, který obsahuje adresu s vaším kódem
move-good-for = Kód lze použít jen jednou během následujících 5 minut. Neukazujte ho nikomu, komu nechcete své místo dát.
move-back = Zpět na své místo ve frontě
move-new-code = Zobrazit nový kód

## On the device that takes it over
move-enter-title = Převzít své místo
move-enter-lead = Zadejte kód, který zobrazuje druhé zařízení.
move-enter-button = Pokračovat
move-confirm-lead = Tímto tlačítkem přesunete své místo ve frontě na toto zařízení. Na druhém zařízení přestane platit.
move-confirm-button = Přesunout mé místo sem
# The place that this browser holds itself is given up.
move-confirm-replaces = Tento prohlížeč už v této frontě místo má. Nahradí ho místo, které přebíráte.

## When it does not work
move-error-code = Tento kód není platný. Může v něm být překlep, může být už použitý nebo starší než 5 minut. Zobrazte prosím na druhém zařízení nový kód.
move-error-many = Pokusů bylo příliš mnoho. Počkejte prosím minutu a zkuste to znovu.
move-error-limit = Toto místo už bylo přesunuto tolikrát, kolikrát je to možné. Zůstaňte prosím na zařízení, které ho má.
move-error-away = Kvůli technickému problému to momentálně není možné. Vaše místo zůstává tam, kde je. Zkuste to prosím znovu.
move-error-turn = Na druhém zařízení už jste na řadě. Pokračujte prosím tam.

## Into the line of a priority group
move-priority-title = Mám přednostní kód
move-priority-lead = Zadejte svůj kód. Pak budete čekat ve frontě jeho skupiny a svého nynějšího místa se vzdáte.
move-priority-error = Tento kód zde není platný. Může v něm být překlep, může být už použitý nebo mohla vypršet jeho platnost. Vaše místo zůstává, jak je.
