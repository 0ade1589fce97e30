### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } delante de usted · { $room }
status-title-waiting = Está en la fila · { $room }
status-title-next = Su turno es el siguiente · { $room }
status-title-first-in-line = Es su turno · { $room }
status-title-paused = En pausa · { $room }
status-title-sold-out = Agotado · { $room }
status-title-redirecting = Dándole paso · { $room }
status-title-starts = Hasta el inicio: { $countdown } · { $room }
status-title-idle = Aún no está abierta · { $room }
status-title-prequeue = Antes del inicio · { $room }
status-title-drawing = Se están sorteando los números · { $room }
status-title-ended = Cerrada · { $room }

## Heading and the sentence under it
status-headline-in-line = Está en la fila
status-headline-next = Su turno es el siguiente
status-headline-almost = Falta poco para su turno
status-headline-first-in-line = Es su turno
status-headline-paused = La fila está en pausa
status-headline-sold-out = Agotado por el momento
status-headline-idle = Todavía no ha empezado
status-headline-prequeue = Está en la fila previa
status-headline-drawing = Se están sorteando los números
status-headline-ended = Esta sala de espera está cerrada
status-lead-in-line = Cuando sea su turno, le daremos paso automáticamente.
status-lead-next = Ya no hay nadie delante de usted. Le daremos paso en cuanto haya espacio.
status-lead-almost = Está entre las próximas personas a las que daremos paso. Permanezca en esta página, por favor.
status-lead-first-in-line = Permanezca en esta página, por favor. Le daremos paso en cuanto haya espacio.
status-lead-paused = Por el momento no se da paso a nadie. Usted conserva su lugar y la fila avanzará de nuevo en cuanto sea posible.
status-lead-sold-out = Ahora mismo no queda nada, por eso no se da paso a nadie. Usted conserva su lugar en la fila por si vuelve a haber disponibilidad.
status-lead-idle = Aún no tiene un lugar en la fila. Mantenga abierta esta página: le conseguirá uno en cuanto se abra la sala de espera.
status-lead-prequeue = Todas las personas que estén aquí al inicio tienen la misma probabilidad: los números se sortean. No importa quién llegó primero.
status-lead-drawing = Tarda unos segundos. Su número aparecerá solo en cuanto termine el sorteo.
status-lead-ended = Ya no se da paso a nadie. Gracias por su interés.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Hay { $ahead } persona delante de usted.
        [many] Hay { $ahead } personas delante de usted.
       *[other] Hay { $ahead } personas delante de usted.
    } Tiempo de espera estimado: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Hay { $ahead } persona delante de usted.
        [many] Hay { $ahead } personas delante de usted.
       *[other] Hay { $ahead } personas delante de usted.
    }
status-announce-wait = Tiempo de espera estimado: { $wait }.
status-announce-next = Ya no hay nadie delante de usted. Tiempo de espera estimado: { $wait }.
status-announce-first-in-line = Es su turno. Le daremos paso en cuanto haya espacio.
status-announce-paused = La fila está en pausa. Usted conserva su lugar.
status-announce-redirecting = Le estamos dando paso ahora.
status-announce-starts = Tiempo hasta el inicio: { $countdown }.
status-announce-idle = Todavía no ha empezado. Aún no tiene un lugar en la fila.
status-announce-prequeue = Está en la fila previa. Los números se sortean después del inicio.
status-announce-drawing = Se están sorteando los números. Tarda unos segundos.
status-announce-ended = Esta sala de espera está cerrada.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = desconocido por el momento
status-wait-not-yet = todavía desconocido
status-wait-under-a-minute = menos de un minuto
status-wait-over-a-day = más de un día
status-wait-about = aproximadamente { $duration }
status-wait-up-to = hasta { $duration }
status-wait-between = de { $low } a { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minuto
        [many] { $low }–{ $high } minutos
       *[other] { $low }–{ $high } minutos
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } hora
        [many] { $low }–{ $high } horas
       *[other] { $low }–{ $high } horas
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Quedan aproximadamente { $left }.
status-stock-few = Quedan muy pocas unidades.

## The time to the start, under “Time until the start”
status-countdown-now = un momento
status-countdown-under-a-minute = menos de un minuto

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Ahora la espera es más larga porque se está dando paso más despacio.
status-reason-paused = Ahora la espera es más larga porque la fila estuvo en pausa.
status-reason-more-came-back = Ahora la espera es más larga porque han vuelto más personas de las previstas.
status-reason-store-away = Ahora la espera es más larga porque tenemos un problema técnico. Estamos trabajando para resolverlo.
status-reason-capped-by-sessions = Ahora la espera es más larga porque el sitio está lleno. Se entra a medida que otras personas salen.
status-reason-pool-shared = Ahora la espera es más larga porque otra fila lleva al mismo sitio y también está muy concurrida.
status-reason-autotune-slowed = Ahora la espera es más larga porque el sitio va lento en este momento y por eso se da paso a menos personas.
status-reason-priority = Ahora la espera es más larga porque se da paso primero a las personas con prioridad.
status-reason-restored = Ahora la espera es más larga porque hemos tenido que restaurar la fila tras un problema técnico.
