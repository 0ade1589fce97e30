### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Kas ir šī lapa?
about-lead = Šī ir virtuāla uzgaidāmā telpa. Kad vietni vēlas apmeklēt vairāk cilvēku, nekā tā spēj labi apkalpot, viņi gaida šeit taisnīgā secībā un tiek ielaisti pa vienam.
about-how-heading = Kā tas darbojas
about-how-order = Kas pirmais atnāk, to pirmo ielaiž. Ja telpu atver noteiktā laikā, visi, kas tur ir pirms tam, saņem numuru izlozē, kuru var pārbaudīt ikviens.
about-how-place = Kamēr gaidāt, jūsu vieta tiek saglabāta arī tad, ja pārlādējat lapu, pārtrūkst savienojums vai restartējat pārlūku.
about-how-turn = Kad pienāk jūsu kārta, jūs ielaiž automātiski. Nekas nav jāspiež, un pārlādēšana neko nepaātrina.
about-privacy-heading = Kas par jums tiek glabāts
about-privacy = Viena sīkdatne ar jūsu vietu rindā, ne ilgāk kā 7 dienas. Jūs neizseko, un nekas netiek ielādēts no citurienes.
about-accessibility-heading = Visiem
about-accessibility = Šīs lapas ir veidotas tā, lai tās darbotos jebkurā pārlūkā, ar tastatūru, ar ekrāna lasītāju, palielinātas un bez skriptiem.
about-what-to-do-heading = Kas jādara
about-what-to-do = Nekas. Atveriet vietni, kuru vēlaties apmeklēt; ja tā ir noslogota, tā pati jūs atved uz savu uzgaidāmo telpu.
about-source = Šī uzgaidāmā telpa darbojas ar atvērtā pirmkoda programmatūru Anteroom.
about-status-link = Šī pakalpojuma stāvoklis

## How it stands
health-title = Stāvoklis
health-lead-good = Viss darbojas.
health-lead-starting = Pakalpojums tiek palaists.
health-lead-degraded = Pašlaik nevar piešķirt jaunas vietas rindā. Visi, kam ir vieta, to patur.
health-lead-stopping = Pakalpojums tiek restartēts. Visi, kam ir vieta, to patur.
health-rooms-heading = Uzgaidāmās telpas
health-room-waiting-label = Cilvēki rindā
health-room-outflow-label = Ielaisti pēdējā minūtē
health-room-wait-label = Paredzamais gaidīšanas laiks jaunpienācējiem
health-room-enter = Doties uz uzgaidāmo telpu
health-phase-idle = Vēl nav atvērta
health-phase-prequeue = Sākotnējā rinda
health-phase-queue = Atvērta
health-phase-paused = Apturēta
health-phase-disabled = Brīva ieeja
health-phase-postqueue = Slēgta
health-updated = Atjaunināts: { $time }
