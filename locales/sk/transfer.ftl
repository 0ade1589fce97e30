### Moving a place to another device.

## On the device that has the place
move-title = Pokračovať na inom zariadení
move-lead = Svoje miesto v rade si môžete vziať so sebou, napríklad do telefónu. Potom platí iba na novom zariadení a na tomto už nie.
move-make-code = Zobraziť kód
move-code-label = Váš kód
move-scan = Naskenujte tento obrázok fotoaparátom druhého zariadenia alebo na ňom otvorte túto adresu a zadajte kód:
move-picture-alt = QR kód, ktorý obsahuje adresu s vaším kódom
move-good-for = Kód možno použiť raz v priebehu nasledujúcich 5 minút. Neukazujte ho nikomu, komu nechcete svoje miesto prenechať.
move-back = Späť na vaše miesto v rade
move-new-code = Zobraziť nový kód

## On the device that takes it over
move-enter-title = Prevziať svoje miesto
move-enter-lead = Zadajte kód, ktorý sa zobrazuje na druhom zariadení.
move-enter-button = Pokračovať
move-confirm-lead = Týmto tlačidlom sa vaše miesto v rade presunie na toto zariadenie. Na druhom zariadení prestane platiť.
move-confirm-button = Presunúť moje miesto sem
# The place that this browser holds itself is given up.
move-confirm-replaces = Tento prehliadač už v tomto rade miesto má. Stratíte ho a nahradí ho miesto, ktoré preberáte.

## When it does not work
move-error-code = Tento kód neplatí. Možno je v ňom preklep, už bol použitý alebo je starší ako 5 minút. Zobrazte na druhom zariadení nový kód.
move-error-many = Pokusov bolo priveľa. Počkajte minútu a skúste to znova.
move-error-limit = Toto miesto sa už ďalej presúvať nedá, dosiahlo limit. Zostaňte na zariadení, ktoré ho má.
move-error-away = Pre technický problém to teraz nie je možné. Vaše miesto zostáva tam, kde je. Skúste to znova.
move-error-turn = Na druhom zariadení ste už na rade. Pokračujte tam.

## Into the line of a priority group
move-priority-title = Mám prednostný kód
move-priority-lead = Zadajte svoj kód. Potom budete čakať v rade jeho skupiny a vzdáte sa svojho terajšieho miesta.
move-priority-error = Tento kód tu neplatí. Možno je v ňom preklep, už bol použitý alebo vypršala jeho platnosť. Vaše miesto zostáva, ako je.
