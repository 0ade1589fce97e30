### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Persones davant vostre
page-wait-label = Espera estimada
page-number-label = El vostre número a la cua
page-progress-label = El vostre recorregut a la cua
page-updated-label = Última actualització
page-message-label = Avís
page-keep-open = Manteniu oberta aquesta pàgina. S’actualitza sola i conserveu el lloc encara que la torneu a carregar o torneu una mica més tard.
page-leave = Surt de la cua
page-queue-id-label = Identificador de cua
page-offline = S’ha interromput la connexió. Conserveu el lloc i ho continuem provant.
page-online-again = La connexió ha tornat.
page-redirecting-headline = Us deixem entrar
page-redirecting-lead = Gràcies per esperar. Hi arribareu en un moment.
page-redirecting-link = Aneu-hi ara
page-skip = Salta al vostre lloc a la cua
page-powered-by = Funciona amb Anteroom
page-about-link = Què és aquesta pàgina?
page-status-link = Estat d’aquesta sala d’espera

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Temps fins a l’inici
page-prequeue-countdown-label = Temps fins que obri la cua prèvia
# Label over a date with a time of day.
page-starts-at-label = Inici
page-keep-open-before = Manteniu oberta aquesta pàgina. S’actualitza sola i continueu dins del sorteig encara que la torneu a carregar o torneu abans de l’inici.
page-keep-open-idle = Aquesta pàgina s’actualitza sola. No cal que la torneu a carregar.

## Be told when it is your turn
page-notify-heading = Avisa’m quan em toqui
page-notify-sound = Fes sonar un avís
page-notify-vibration = Vibra
page-notify-notification = Mostra una notificació
page-notify-denied = El vostre navegador no permet notificacions d’aquesta pàgina. Ho podeu canviar a la configuració del navegador.

## Language and device
page-language-label = Llengua
page-language-apply = Canvia la llengua
page-move-link = Continueu en un altre dispositiu

## The draw
page-draw-heading = Què passa a l’inici
page-draw-closing = Poc després de l’inici es tanca la cua prèvia. Qui arriba més tard es posa a la cua darrere de tothom que ja hi era.
page-draw-chance = Després se sorteja un número per a cada persona de la cua prèvia. Tothom té les mateixes possibilitats, tant si ha arribat aviat com tard.
page-draw-number = El vostre número apareix en aquesta pàgina i la gent entra començant pel número més baix.
page-draw-with-beacon = En el sorteig intervé un nombre aleatori públic que ningú no pot saber per endavant, de manera que ningú no en pot triar el resultat.
page-draw-check = Tothom pot comprovar el sorteig després.
page-draw-receipt = Tothom pot comprovar el sorteig després. El vostre resguard demostra que hi participeu; guardeu-lo fins aleshores.
page-draw-receipt-link = Baixeu el vostre resguard
page-draw-check-link = Com es comprova el sorteig
page-drawn-link = S’ha sortejat el vostre número: comproveu el sorteig

## After the end
page-skip-content = Salta al contingut
page-ended-help = Per veure què s’ofereix ara, aneu directament al lloc web.
page-back-to-site = Torneu al lloc web
