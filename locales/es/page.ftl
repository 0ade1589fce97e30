### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Personas delante de usted
page-wait-label = Tiempo de espera estimado
page-number-label = Su número en la fila
page-progress-label = Su avance en la fila
page-updated-label = Última actualización
page-message-label = Aviso
page-keep-open = Mantenga abierta esta página, por favor. Se actualiza sola y usted conserva su lugar aunque la recargue o vuelva un poco más tarde.
page-leave = Salir de la fila
page-queue-id-label = Identificador en la fila
page-offline = Se ha interrumpido la conexión. Usted conserva su lugar y seguimos intentándolo.
page-online-again = Se ha recuperado la conexión.
page-redirecting-headline = Le estamos dando paso
page-redirecting-lead = Gracias por esperar. Llegará en un momento.
page-redirecting-link = Ir ahora
page-skip = Ir directamente a su lugar en la fila
page-powered-by = Con la tecnología de Anteroom
page-about-link = ¿Qué es esta página?
page-status-link = Estado de esta sala de espera

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Tiempo hasta el inicio
page-prequeue-countdown-label = Tiempo hasta que se abra la fila previa
# Label over a date with a time of day.
page-starts-at-label = Inicio
page-keep-open-before = Mantenga abierta esta página, por favor. Se actualiza sola y usted sigue participando en el sorteo aunque la recargue o vuelva antes del inicio.
page-keep-open-idle = Esta página se actualiza sola. No hace falta que la recargue.

## Be told when it is your turn
page-notify-heading = Avisarme cuando sea mi turno
page-notify-sound = Reproducir un sonido
page-notify-vibration = Vibrar
page-notify-notification = Mostrar una notificación
page-notify-denied = Su navegador no permite notificaciones de esta página. Puede cambiarlo en los ajustes del navegador.

## Language and device
page-language-label = Idioma
page-language-apply = Cambiar de idioma
page-move-link = Continuar en otro dispositivo

## The draw
page-draw-heading = Qué pasa al inicio
page-draw-closing = Poco después del inicio se cierra la fila previa. Quien llegue más tarde se pone detrás de todas las personas que ya estaban aquí.
page-draw-chance = Después se sortea un número para cada persona de la fila previa. Todas tienen la misma probabilidad, hayan llegado antes o después.
page-draw-number = Su número aparece en esta página y se da paso empezando por el número más bajo.
page-draw-with-beacon = En el sorteo interviene un número aleatorio público que nadie puede conocer de antemano, para que nadie pueda elegir el resultado.
page-draw-check = Cualquiera puede comprobar el sorteo después.
page-draw-receipt = Cualquiera puede comprobar el sorteo después. Su comprobante demuestra que usted participa; guárdelo hasta entonces.
page-draw-receipt-link = Descargar su comprobante
page-draw-check-link = Cómo comprobar el sorteo
page-drawn-link = Su número ya se ha sorteado: comprobar el sorteo

## After the end
page-skip-content = Ir al contenido
page-ended-help = Para ver qué se ofrece ahora, visite el propio sitio.
page-back-to-site = Volver al sitio
