### The identity of a newcomer: a code by e-mail.

identity-title = Berretsi zure helbide elektronikoa
identity-lead = Kode bat bidaliko dizugu. Helbide elektroniko bakoitzak leku bat du ilaran.
identity-send = Bidali kodea
identity-sent = Kode bat bidali dizugu posta elektronikoz. Balio-denbora: { $duration }.
identity-code-label = Mezuko kodea
identity-again = Ez da mezurik iritsi? Eskatu kode berria edo erabili beste helbide bat
identity-price = Ezer gertatzen ez bada, sakatu berriro botoia. Itxaron beharreko denbora: { $duration }.
identity-price-works = Utzi orri hau irekita, mesedez: kodea berez bidaltzen da.
identity-error-code = Kode hau ez da zuzena. Begiratu mezua eta saiatu berriro.
identity-error-old = Kode honek ez du jada balio. Eskatu berri bat.
identity-error-soon = Hainbat kode bidali berri ditugu helbide honetara. Begiratu sarrerako ontzia eta spam karpeta. Beste bat bidali ahal izateko falta den denbora: { $duration }.
identity-error-today = Gaur ezin dugu kode gehiago bidali helbide honetara edo konexio honetara. Saiatu beste helbide edo beste konexio batekin.
identity-error-send = Ezin izan dugu mezua bidali. Saiatu berriro minutu baten buruan.
identity-subject = { $room }: zure kodea { $code } da
identity-why = Idatzi kodea { $room } ({ $host }) itxarongelaren orrian. Ez baduzu eskatu, ez egin jaramonik mezu honi. Ez eman kodea inori.
identity-sign-in = Hasi saioa
identity-sign-in-lead = Hasi saioa lekua lortzeko. Kontu bakoitzak leku bat du ilaran.
identity-error-sign-in = Ezin izan da saioa hasi. Saiatu berriro.
