### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Persoas diante de vostede
page-wait-label = Espera estimada
page-number-label = O seu número na cola
page-progress-label = O seu avance na cola
page-updated-label = Última actualización
page-message-label = Aviso
page-keep-open = Deixe esta páxina aberta, por favor. Actualízase soa, e vostede conserva o seu lugar aínda que a recargue ou volva un pouco máis tarde.
page-leave = Saír da cola
page-queue-id-label = ID na cola
page-offline = Interrompeuse a conexión. Vostede conserva o seu lugar, e seguimos intentándoo.
page-online-again = Volveu a conexión.
page-redirecting-headline = Estamos a darlle paso
page-redirecting-lead = Grazas por esperar. Chegará nun momento.
page-redirecting-link = Ir agora
page-skip = Saltar ao seu lugar na cola
page-powered-by = Funciona con Anteroom
page-about-link = Que é esta páxina?
page-status-link = Estado desta sala de espera

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Tempo ata o comezo
page-prequeue-countdown-label = Tempo ata que abra a precola
# Label over a date with a time of day.
page-starts-at-label = Comezo
page-keep-open-before = Deixe esta páxina aberta, por favor. Actualízase soa, e vostede segue no sorteo aínda que a recargue ou volva antes do comezo.
page-keep-open-idle = Esta páxina actualízase soa. Non precisa recargala.

## Be told when it is your turn
page-notify-heading = Avisarme cando sexa a miña quenda
page-notify-sound = Reproducir un son
page-notify-vibration = Vibrar
page-notify-notification = Mostrar unha notificación
page-notify-denied = O seu navegador non permite as notificacións desta páxina. Pode cambialo na configuración do navegador.

## Language and device
page-language-label = Lingua
page-language-apply = Cambiar de lingua
page-move-link = Continuar noutro dispositivo

## The draw
page-draw-heading = Que pasa no comezo
page-draw-closing = Pouco despois do comezo péchase a precola. Quen chegue máis tarde ponse na cola detrás de todas as persoas que xa estaban aquí.
page-draw-chance = Despois sortéase un número para cada persoa da precola. Todas teñen as mesmas posibilidades, chegasen cedo ou tarde.
page-draw-number = O seu número aparece nesta páxina, e a xente vai entrando desde o número máis baixo cara arriba.
page-draw-with-beacon = No sorteo entra un número aleatorio público que ninguén pode coñecer de antemán, para que ninguén poida escoller o resultado.
page-draw-check = Despois, calquera pode comprobar o sorteo.
page-draw-receipt = Despois, calquera pode comprobar o sorteo. O seu xustificante proba que vostede está nel; gárdeo ata entón.
page-draw-receipt-link = Descargar o seu xustificante
page-draw-check-link = Como comprobar o sorteo
page-drawn-link = O seu número xa se sorteou – comprobar o sorteo

## After the end
page-skip-content = Saltar ao contido
page-ended-help = Para ver o que se ofrece agora, vaia ao propio sitio web, por favor.
page-back-to-site = Volver ao sitio web
