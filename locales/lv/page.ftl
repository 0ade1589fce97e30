### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Cilvēki jums priekšā
page-wait-label = Paredzamais gaidīšanas laiks
page-number-label = Jūsu numurs rindā
page-progress-label = Jūsu virzība rindā
page-updated-label = Pēdējo reizi atjaunināts
page-message-label = Paziņojums
page-keep-open = Lūdzu, turiet šo lapu atvērtu. Tā atjaunojas pati, un jūs paturat savu vietu arī tad, ja lapu pārlādējat vai atgriežaties nedaudz vēlāk.
page-leave = Izstāties no rindas
page-queue-id-label = Rindas ID
page-offline = Savienojums ir pārtrūcis. Jūs paturat savu vietu, un mēs turpinām mēģināt.
page-online-again = Savienojums ir atjaunots.
page-redirecting-headline = Mēs jūs ielaižam
page-redirecting-lead = Paldies, ka gaidījāt. Pēc mirkļa būsiet klāt.
page-redirecting-link = Doties turp tūlīt
page-skip = Pāriet uz savu vietu rindā
page-powered-by = Darbojas ar Anteroom
page-about-link = Kas ir šī lapa?
page-status-link = Šīs uzgaidāmās telpas stāvoklis

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Laiks līdz sākumam
page-prequeue-countdown-label = Laiks līdz sākotnējās rindas atvēršanai
# Label over a date with a time of day.
page-starts-at-label = Sākums
page-keep-open-before = Lūdzu, turiet šo lapu atvērtu. Tā atjaunojas pati, un jūs paliekat izlozē arī tad, ja lapu pārlādējat vai atgriežaties pirms sākuma.
page-keep-open-idle = Šī lapa atjaunojas pati. Jums tā nav jāpārlādē.

## Be told when it is your turn
page-notify-heading = Paziņot, kad pienāk mana kārta
page-notify-sound = Atskaņot skaņu
page-notify-vibration = Vibrēt
page-notify-notification = Rādīt paziņojumu
page-notify-denied = Jūsu pārlūks neatļauj šīs lapas paziņojumus. To varat mainīt pārlūka iestatījumos.

## Language and device
page-language-label = Valoda
page-language-apply = Mainīt valodu
page-move-link = Turpināt citā ierīcē

## The draw
page-draw-heading = Kas notiek sākumā
page-draw-closing = Neilgi pēc sākuma sākotnējā rinda tiek slēgta. Kas atnāk vēlāk, stājas rindā aiz visiem, kas šeit jau bija.
page-draw-chance = Pēc tam ikvienam sākotnējā rindā tiek izlozēts numurs. Visiem ir vienādas izredzes neatkarīgi no tā, vai atnāca agri vai vēlu.
page-draw-number = Jūsu numurs parādās šajā lapā, un cilvēkus ielaiž, sākot ar mazāko numuru.
page-draw-with-beacon = Izlozē tiek izmantots publisks nejaušs skaitlis, ko neviens nevar zināt iepriekš, tāpēc neviens nevar izvēlēties tās iznākumu.
page-draw-check = Pēc tam izlozi var pārbaudīt ikviens.
page-draw-receipt = Pēc tam izlozi var pārbaudīt ikviens. Jūsu kvīts pierāda, ka piedalāties tajā; saglabājiet to līdz tam laikam.
page-draw-receipt-link = Lejupielādēt savu kvīti
page-draw-check-link = Kā pārbaudīt izlozi
page-drawn-link = Jūsu numurs ir izlozēts – pārbaudīt izlozi

## After the end
page-skip-content = Pāriet uz saturu
page-ended-help = Lai redzētu, kas pašlaik tiek piedāvāts, dodieties uz pašu vietni.
page-back-to-site = Atpakaļ uz vietni
