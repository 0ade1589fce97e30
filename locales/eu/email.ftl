### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Idatzi mezu bat nire txanda ia iristen denean
email-lead = Utzi zure helbide elektronikoa, eta behin idatziko dizugu, zure txanda baino pixka bat lehenago ({ $duration }). Gero helbidea ezabatzen dugu.
email-label = Helbide elektronikoa
email-save = Gorde
email-kept = Gordetako helbidea: { $address }
email-remove = Ezabatu helbidea
email-sent = Mezua bidali da edo bidean da. Leku bakoitzeko bakarra dago.

## When it does not work
email-error-address = Ezin dugu mezurik bidali helbide honetara. Adibidea: name@example.com
email-error-many = Gaur helbide gehiegi eman dira. Horren ordez, utzi irekita zure lekuaren orria, mesedez.
email-error-link = Esteka honek ez du jada balio. Zure lekua azkenekoz erabili zenuen gailuan dago.

## The e-mail
email-subject = { $room }: ia zure txanda da
email-late = Beranduago etorriz gero, ez duzu ilarako lekua galduko: tokia dagoen bezain laster sartuko zara.
email-late-limit = Beranduago etorriz gero, zure lekua denbora mugatu batez gordeko da zure txandaren ondoren: { $duration }
email-button = Joan ilaran dudan lekura
email-why = Mezu hau jaso duzu zure helbidea itxarongela honetan eman delako: { $room } ({ $host }). Han ezabatuta dago orain, eta ez duzu beste mezurik jasoko. Zu izan ez bazinen, jaramonik ez egin mezu honi.

## A notification that comes with the page closed
push-button = Abisatu orria itxita egonda ere
push-failed = Ezin izan da. Horren ordez, utzi irekita orri hau, mesedez.
