### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Žmonių prieš jus
page-wait-label = Numatomas laukimo laikas
page-number-label = Jūsų numeris eilėje
page-progress-label = Jūsų kelias eilėje
page-updated-label = Paskutinį kartą atnaujinta
page-message-label = Pranešimas
page-keep-open = Laikykite šį puslapį atvertą. Jis atsinaujina pats, o jūsų vieta lieka jums, net jei puslapį įkeliate iš naujo arba grįžtate kiek vėliau.
page-leave = Išeiti iš eilės
page-queue-id-label = Eilės ID
page-offline = Ryšys nutrūko. Jūsų vieta lieka jums, o mes bandome toliau.
page-online-again = Ryšys atkurtas.
page-redirecting-headline = Jus įleidžiame
page-redirecting-lead = Ačiū, kad palaukėte. Netrukus būsite vietoje.
page-redirecting-link = Eiti ten dabar
page-skip = Pereiti prie savo vietos eilėje
page-powered-by = Veikia su Anteroom
page-about-link = Kas tai per puslapis?
page-status-link = Šio laukiamojo būsena

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Laikas iki pradžios
page-prequeue-countdown-label = Laikas iki išankstinės eilės atidarymo
# Label over a date with a time of day.
page-starts-at-label = Pradžia
page-keep-open-before = Laikykite šį puslapį atvertą. Jis atsinaujina pats, o jūs liekate burtų traukime, net jei puslapį įkeliate iš naujo arba grįžtate prieš pradžią.
page-keep-open-idle = Šis puslapis atsinaujina pats. Jums jo iš naujo įkelti nereikia.

## Be told when it is your turn
page-notify-heading = Pranešti, kai ateis mano eilė
page-notify-sound = Garso signalas
page-notify-vibration = Vibracija
page-notify-notification = Rodyti pranešimą
page-notify-denied = Jūsų naršyklė neleidžia šio puslapio pranešimų. Tai galite pakeisti jos nustatymuose.

## Language and device
page-language-label = Kalba
page-language-apply = Keisti kalbą
page-move-link = Tęsti kitame įrenginyje

## The draw
page-draw-heading = Kas vyksta prasidėjus
page-draw-closing = Netrukus po pradžios išankstinė eilė uždaroma. Kas ateina vėliau, stoja į eilę už visų, kurie čia jau buvo.
page-draw-chance = Tada kiekvienam išankstinėje eilėje burtais traukiamas numeris. Visi turi vienodą galimybę, nesvarbu, ar atėjo anksti, ar vėlai.
page-draw-number = Jūsų numeris atsiranda šiame puslapyje, o žmonės įleidžiami pradedant mažiausiu numeriu.
page-draw-with-beacon = Burtams traukti naudojamas viešas atsitiktinis skaičius, kurio niekas negali žinoti iš anksto, todėl niekas negali pasirinkti rezultato.
page-draw-check = Burtų traukimą vėliau gali patikrinti kiekvienas.
page-draw-receipt = Burtų traukimą vėliau gali patikrinti kiekvienas. Jūsų kvitas įrodo, kad jame dalyvaujate; iki tol jį išsaugokite.
page-draw-receipt-link = Atsisiųsti savo kvitą
page-draw-check-link = Kaip patikrinti burtų traukimą
page-drawn-link = Jūsų numeris ištrauktas – patikrinti burtų traukimą

## After the end
page-skip-content = Pereiti prie turinio
page-ended-help = Jei norite sužinoti, kas dabar siūloma, eikite į pačią svetainę.
page-back-to-site = Atgal į svetainę
