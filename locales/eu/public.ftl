### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Zer da orri hau?
about-lead = Itxarongela birtual bat da. Webgune batek ondo artatu ditzakeen baino pertsona gehiagok bisitatu nahi dutenean, hemen itxaroten dute, ordena bidezkoan, eta banan-banan sartzen dira.
about-how-heading = Nola funtzionatzen du
about-how-order = Lehenengo datorrena sartzen da lehenengo. Itxarongela ordu jakin batean irekitzen bada, aurretik han dauden guztiek zenbaki bat jasotzen dute, edonork egiazta dezakeen zozketa baten bidez.
about-how-place = Itxaron bitartean zure lekua gordetzen da, orria berriro kargatu, konexioa galdu edo nabigatzailea berrabiarazi arren.
about-how-turn = Zure txanda denean, automatikoki sartuko zara. Ez duzu ezer sakatu behar, eta berriro kargatzeak ez du bizkortzen.
about-privacy-heading = Zuri buruz gordetzen dena
about-privacy = Ilaran duzun lekua gordetzen duen cookie bat, gehienez 7 egunez. Ez dago jarraipenik, eta ez da ezer kargatzen beste inondik.
about-accessibility-heading = Guztiontzat
about-accessibility = Orri hauek edozein nabigatzailetan, teklatuarekin, pantaila-irakurgailuarekin, handituta eta scriptik gabe funtzionatzeko eginda daude.
about-what-to-do-heading = Zer egin behar den
about-what-to-do = Ezer ez. Ireki bisitatu nahi duzun webgunea; jendez beteta dagoenean, bere kabuz ekarriko zaitu bere itxarongelara.
about-source = Itxarongela honek Anteroom erabiltzen du, kode irekikoa.
about-status-link = Zerbitzu honen egoera

## How it stands
health-title = Egoera
health-lead-good = Dena ondo dabil.
health-lead-starting = Zerbitzua abiatzen ari da.
health-lead-degraded = Oraintxe ezin da leku berririk eman ilaran. Lekua duten guztiek eusten diote.
health-lead-stopping = Zerbitzua berrabiarazten ari da. Lekua duten guztiek eusten diote.
health-rooms-heading = Itxarongelak
health-room-waiting-label = Ilaran dauden pertsonak
health-room-outflow-label = Azken minutuan sartutakoak
health-room-wait-label = Itxaronaldiaren estimazioa iristen direnentzat
health-room-enter = Joan itxarongelara
health-phase-idle = Oraindik itxita
health-phase-prequeue = Aurreilara
health-phase-queue = Irekita
health-phase-paused = Geldirik
health-phase-disabled = Sarrera librea
health-phase-postqueue = Itxita
health-updated = Noizkoa: { $time }
