### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Rakstiet man, kad drīz būs mana kārta
email-lead = Atstājiet savu e-pasta adresi, un mēs jums uzrakstīsim vienu reizi, īsi pirms jūsu kārtas ({ $duration }). Pēc tam adresi izdzēsīsim.
email-label = E-pasta adrese
email-save = Saglabāt
email-kept = Saglabātā adrese: { $address }
email-remove = Dzēst adresi
email-sent = E-pasts ir nosūtīts vai ir ceļā. Katrai vietai ir tikai viens.

## When it does not work
email-error-address = Uz šo adresi mēs nevaram nosūtīt e-pastu. Piemērs: name@example.com
email-error-many = Šodien norādīts pārāk daudz adrešu. Lūdzu, labāk turiet atvērtu savas vietas lapu.
email-error-link = Šī saite vairs nav derīga. Jūsu vieta ir ierīcē, kurā to pēdējoreiz lietojāt.

## The e-mail
email-subject = { $room }: drīz būs jūsu kārta
email-late = Ja atnāksiet vēlāk, vietu rindā nezaudēsiet: ielaidīsim, tiklīdz tas būs iespējams.
email-late-limit = Ja atnāksiet vēlāk, pēc jūsu kārtas vieta tiek saglabāta ierobežotu laiku: { $duration }
email-button = Uz manu vietu rindā
email-why = Jūs saņēmāt šo e-pastu, jo jūsu adrese tika norādīta uzgaidāmajā telpā { $room } ({ $host }). Tur tā tagad ir izdzēsta, un citu e-pastu nebūs. Ja tas nebijāt jūs, varat šo e-pastu neņemt vērā.

## A notification that comes with the page closed
push-button = Paziņot arī tad, kad lapa ir aizvērta
push-failed = Tas neizdevās. Lūdzu, labāk turiet šo lapu atvērtu.
