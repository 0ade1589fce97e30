### Moving a place to another device.

## On the device that has the place
move-title = Jätkamine teises seadmes
move-lead = Saate oma koha järjekorras kaasa võtta, näiteks telefoni. Siis kehtib see ainult uues seadmes ja siin enam mitte.
move-make-code = Näita koodi
move-code-label = Teie kood
move-scan = Skannige see pilt teise seadme kaameraga või avage seal see aadress ja sisestage kood:
move-picture-alt = QR-kood, mis sisaldab aadressi ja teie koodi
move-good-for = Koodi saab kasutada ühe korra järgmise 5 minuti jooksul. Ärge näidake seda kellelegi, kellele te ei soovi oma kohta anda.
move-back = Tagasi oma kohale järjekorras
move-new-code = Näita uut koodi

## On the device that takes it over
move-enter-title = Oma koha ülevõtmine
move-enter-lead = Sisestage kood, mida näitab teine seade.
move-enter-button = Jätka
move-confirm-lead = Selle nupuga liigub teie koht järjekorras sellesse seadmesse. Teises seadmes see enam ei kehti.
move-confirm-button = Too minu koht siia
# The place that this browser holds itself is given up.
move-confirm-replaces = Sellel brauseril on selles järjekorras juba koht. Selle asendab koht, mille te üle võtate.

## When it does not work
move-error-code = See kood ei kehti. See võib olla valesti sisestatud, juba kasutatud või vanem kui 5 minutit. Palun laske teisel seadmel näidata uut koodi.
move-error-many = Katseid oli liiga palju. Palun oodake üks minut ja proovige uuesti.
move-error-limit = Seda kohta ei saa enam rohkem üle viia. Palun jääge seadmesse, kus see praegu on.
move-error-away = Tehnilise tõrke tõttu ei ole see praegu võimalik. Teie koht jääb sinna, kus see on. Palun proovige uuesti.
move-error-turn = Teises seadmes on juba teie kord. Palun jätkake seal.

## Into the line of a priority group
move-priority-title = Mul on eelisjärjekorra kood
move-priority-lead = Sisestage oma kood. Seejärel ootate selle rühma järjekorras ja loobute oma praegusest kohast.
move-priority-error = See kood siin ei kehti. See võib olla valesti sisestatud, juba kasutatud või aegunud. Teie koht jääb samaks.
