### Moving a place to another device.

## On the device that has the place
move-title = Jarraitu beste gailu batean
move-lead = Ilaran duzun lekua zurekin eraman dezakezu, adibidez telefonora. Orduan gailu berrian bakarrik balioko du, eta ez gailu honetan.
move-make-code = Erakutsi kode bat
move-code-label = Zure kodea
move-scan = Eskaneatu irudi hau beste gailuaren kamerarekin, edo ireki han helbide hau eta idatzi kodea:
move-picture-alt = Helbidea eta zure kodea dituen QR kode bat
move-good-for = Kodea behin erabil daiteke, hurrengo 5 minutuetan. Ez erakutsi zure lekua izatea nahi ez duzun inori.
move-back = Itzuli ilaran duzun lekura
move-new-code = Erakutsi kode berri bat

## On the device that takes it over
move-enter-title = Hartu zure lekua hemen
move-enter-lead = Idatzi beste gailuak erakusten duen kodea.
move-enter-button = Jarraitu
move-confirm-lead = Botoi honekin, ilaran duzun lekua gailu honetara pasatuko da. Beste gailuan ez du gehiago balioko.
move-confirm-button = Ekarri nire lekua hona
# The place that this browser holds itself is given up.
move-confirm-replaces = Nabigatzaile honek badu dagoeneko leku bat ilara honetan. Hartzen duzunak ordezkatuko du.

## When it does not work
move-error-code = Kode honek ez du balio. Baliteke gaizki idatzita egotea, lehendik erabilita egotea edo 5 minutu baino gehiago izatea. Erakutsi kode berri bat beste gailuan, mesedez.
move-error-many = Saiakera gehiegi egin dira. Itxaron minutu bat, mesedez, eta saiatu berriro.
move-error-limit = Leku hau ahal den guztietan mugitu da. Jarraitu lekua duen gailuan, mesedez.
move-error-away = Une honetan ezin da, arazo tekniko bat dela eta. Zure lekua dagoen tokian geratzen da. Saiatu berriro, mesedez.
move-error-turn = Zure txanda da jada beste gailuan. Jarraitu han, mesedez.

## Into the line of a priority group
move-priority-title = Lehentasun-kode bat daukat
move-priority-lead = Idatzi zure kodea. Ondoren, kodearen taldearen ilaran itxarongo duzu, eta oraingo lekuari uko egingo diozu.
move-priority-error = Kode honek ez du hemen balio. Baliteke gaizki idatzita egotea, lehendik erabilita egotea edo iraungita egotea. Zure lekua dagoen bezala geratzen da.
