### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Jums priekšā: { $ahead } · { $room }
status-title-waiting = Jūs esat rindā · { $room }
status-title-next = Nākamā kārta – jūsu · { $room }
status-title-first-in-line = Jūsu kārta · { $room }
status-title-paused = Apturēts · { $room }
status-title-sold-out = Izpārdots · { $room }
status-title-redirecting = Jūs ielaiž · { $room }
status-title-starts = Līdz sākumam: { $countdown } · { $room }
status-title-idle = Vēl nav atvērts · { $room }
status-title-prequeue = Pirms sākuma · { $room }
status-title-drawing = Notiek izloze · { $room }
status-title-ended = Slēgts · { $room }

## Heading and the sentence under it
status-headline-in-line = Jūs esat rindā
status-headline-next = Nākamā kārta – jūsu
status-headline-almost = Drīz būs jūsu kārta
status-headline-first-in-line = Pienākusi jūsu kārta
status-headline-paused = Rinda ir apturēta
status-headline-sold-out = Pašlaik viss ir izpārdots
status-headline-idle = Vēl nav sācies
status-headline-prequeue = Jūs esat sākotnējā rindā
status-headline-drawing = Notiek numuru izloze
status-headline-ended = Šī uzgaidāmā telpa ir slēgta
status-lead-in-line = Kad pienāks jūsu kārta, mēs jūs ielaidīsim automātiski.
status-lead-next = Jums priekšā vairs neviena nav. Mēs jūs ielaidīsim, tiklīdz būs vieta.
status-lead-almost = Jūs esat starp nākamajiem, ko ielaidīsim. Lūdzu, palieciet šajā lapā.
status-lead-first-in-line = Lūdzu, palieciet šajā lapā. Mēs jūs ielaidīsim, tiklīdz būs vieta.
status-lead-paused = Pašlaik nevienu neielaiž. Jūs paturat savu vietu, un rinda virzīsies tālāk, tiklīdz tas būs iespējams.
status-lead-sold-out = Pašlaik nekas nav atlicis, tāpēc nevienu neielaiž. Jūs paturat savu vietu rindā, ja kaut kas atkal kļūtu pieejams.
status-lead-idle = Jums vēl nav vietas rindā. Turiet šo lapu atvērtu: tā iegūs jums vietu, tiklīdz uzgaidāmā telpa tiks atvērta.
status-lead-prequeue = Visiem, kas sākumā ir šeit, ir vienādas izredzes: numurus izlozē. Nav svarīgi, kurš atnāca pirmais.
status-lead-drawing = Tas ilgst dažas sekundes. Jūsu numurs parādīsies pats, tiklīdz izloze būs pabeigta.
status-lead-ended = Vairs nevienu neielaiž. Paldies par interesi.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [zero] Jums priekšā ir { $ahead } cilvēku.
        [one] Jums priekšā ir { $ahead } cilvēks.
       *[other] Jums priekšā ir { $ahead } cilvēki.
    } Paredzamais gaidīšanas laiks: { $wait }.
status-announce-ahead =
    { $ahead ->
        [zero] Jums priekšā ir { $ahead } cilvēku.
        [one] Jums priekšā ir { $ahead } cilvēks.
       *[other] Jums priekšā ir { $ahead } cilvēki.
    }
status-announce-wait = Paredzamais gaidīšanas laiks: { $wait }.
status-announce-next = Jums priekšā vairs neviena nav. Paredzamais gaidīšanas laiks: { $wait }.
status-announce-first-in-line = Pienākusi jūsu kārta. Mēs jūs ielaidīsim, tiklīdz būs vieta.
status-announce-paused = Rinda ir apturēta. Jūs paturat savu vietu.
status-announce-redirecting = Mēs jūs tagad ielaižam.
status-announce-starts = Laiks līdz sākumam: { $countdown }.
status-announce-idle = Vēl nav sācies. Jums vēl nav vietas rindā.
status-announce-prequeue = Jūs esat sākotnējā rindā. Numurus izlozē pēc sākuma.
status-announce-drawing = Notiek numuru izloze. Tas ilgst dažas sekundes.
status-announce-ended = Šī uzgaidāmā telpa ir slēgta.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = pašlaik nav zināms
status-wait-not-yet = vēl nav zināms
status-wait-under-a-minute = mazāk par minūti
status-wait-over-a-day = vairāk nekā diena
status-wait-about = aptuveni { $duration }
status-wait-up-to = ne vairāk kā { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [zero] { $low }–{ $high } minūšu
        [one] { $low }–{ $high } minūte
       *[other] { $low }–{ $high } minūtes
    }
status-wait-range-hours =
    { $high ->
        [zero] { $low }–{ $high } stundu
        [one] { $low }–{ $high } stunda
       *[other] { $low }–{ $high } stundas
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Atlikuši aptuveni { $left }.
status-stock-few = Atlikuši tikai daži.

## The time to the start, under “Time until the start”
status-countdown-now = mirklis
status-countdown-under-a-minute = mazāk par minūti

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Tagad jāgaida ilgāk, jo cilvēkus ielaiž lēnāk.
status-reason-paused = Tagad jāgaida ilgāk, jo rinda bija apturēta.
status-reason-more-came-back = Tagad jāgaida ilgāk, jo atgriezās vairāk cilvēku, nekā bija gaidīts.
status-reason-store-away = Tagad jāgaida ilgāk, jo mums ir tehniska problēma. Mēs to risinām.
status-reason-capped-by-sessions = Tagad jāgaida ilgāk, jo vietne ir pilna. Jauni cilvēki ienāk, kad citi aiziet.
status-reason-pool-shared = Tagad jāgaida ilgāk, jo uz to pašu vietni ved vēl viena rinda, un arī tajā ir daudz cilvēku.
status-reason-autotune-slowed = Tagad jāgaida ilgāk, jo vietne pašlaik ir lēna, tāpēc ielaiž mazāk cilvēku.
status-reason-priority = Tagad jāgaida ilgāk, jo cilvēkus, kam ir priekšroka, ielaiž vispirms.
status-reason-restored = Tagad jāgaida ilgāk, jo pēc tehniskas problēmas mums bija jāatjauno rinda.
