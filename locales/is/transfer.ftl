### Moving a place to another device.

## On the device that has the place
move-title = Halda áfram í öðru tæki
move-lead = Þú getur tekið plássið þitt í röðinni með þér, til dæmis í símann. Þá gildir það aðeins í nýja tækinu en ekki lengur í þessu.
move-make-code = Sýna kóða
move-code-label = Kóðinn þinn
move-scan = Skannaðu þessa mynd með myndavél hins tækisins, eða opnaðu þessa slóð þar og sláðu inn kóðann:
move-picture-alt = QR-kóði sem inniheldur slóðina með kóðanum þínum
move-good-for = Kóðann má nota einu sinni á næstu 5 mínútum. Ekki sýna hann neinum sem þú vilt ekki að fái plássið þitt.
move-back = Aftur að plássinu þínu í röðinni
move-new-code = Sýna nýjan kóða

## On the device that takes it over
move-enter-title = Taka við plássinu þínu
move-enter-lead = Sláðu inn kóðann sem hitt tækið sýnir.
move-enter-button = Halda áfram
move-confirm-lead = Með þessum hnappi flyst plássið þitt í röðinni í þetta tæki. Í hinu tækinu gildir það ekki lengur.
move-confirm-button = Flytja plássið mitt hingað
# The place that this browser holds itself is given up.
move-confirm-replaces = Þessi vafri er nú þegar með pláss í þessari röð. Plássið sem þú tekur við kemur í stað þess.

## When it does not work
move-error-code = Þessi kóði er ekki gildur. Hann gæti verið rangt sleginn inn, þegar notaður eða eldri en 5 mínútna. Sýndu nýjan kóða í hinu tækinu.
move-error-many = Tilraunirnar voru of margar. Bíddu í eina mínútu og reyndu aftur.
move-error-limit = Þetta pláss hefur verið flutt eins oft og hægt er. Haltu þig við tækið sem er með það.
move-error-away = Þetta er ekki hægt sem stendur vegna tæknilegrar bilunar. Plássið þitt er áfram á sínum stað. Reyndu aftur.
move-error-turn = Röðin er þegar komin að þér í hinu tækinu. Haltu áfram þar.

## Into the line of a priority group
move-priority-title = Ég er með forgangskóða
move-priority-lead = Sláðu inn kóðann þinn. Þú bíður síðan í röð hópsins sem hann tilheyrir og gefur eftir núverandi pláss.
move-priority-error = Þessi kóði er ekki gildur hér. Hann gæti verið rangt sleginn inn, þegar notaður eða útrunninn. Plássið þitt er óbreytt.
