### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } por diante · { $room }
status-title-waiting = Está na cola · { $room }
status-title-next = Vostede é a seguinte persoa · { $room }
status-title-first-in-line = É a súa quenda · { $room }
status-title-paused = En pausa · { $room }
status-title-sold-out = Esgotado · { $room }
status-title-redirecting = Dándolle paso · { $room }
status-title-starts = Para o comezo: { $countdown } · { $room }
status-title-idle = Aínda sen abrir · { $room }
status-title-prequeue = Antes do comezo · { $room }
status-title-drawing = Sorteando os números · { $room }
status-title-ended = Pechada · { $room }

## Heading and the sentence under it
status-headline-in-line = Está na cola
status-headline-next = Vostede é a seguinte persoa
status-headline-almost = Xa case é a súa quenda
status-headline-first-in-line = É a súa quenda
status-headline-paused = A cola está en pausa
status-headline-sold-out = Esgotado polo momento
status-headline-idle = Aínda non comezou
status-headline-prequeue = Está na precola
status-headline-drawing = Estanse a sortear os números
status-headline-ended = Esta sala de espera está pechada
status-lead-in-line = Cando sexa a súa quenda, darémoslle paso automaticamente.
status-lead-next = Xa non hai ninguén diante de vostede. Darémoslle paso en canto haxa sitio.
status-lead-almost = Está entre as próximas persoas ás que lles daremos paso. Quede nesta páxina, por favor.
status-lead-first-in-line = Quede nesta páxina, por favor. Darémoslle paso en canto haxa sitio.
status-lead-paused = Neste momento non se lle dá paso a ninguén. Vostede conserva o seu lugar, e a cola seguirá avanzando en canto sexa posible.
status-lead-sold-out = Agora mesmo non queda nada, e por iso non se lle dá paso a ninguén. Vostede conserva o seu lugar na cola por se volve haber.
status-lead-idle = Aínda non ten lugar na cola. Deixe esta páxina aberta: conseguiralle un en canto abra a sala de espera.
status-lead-prequeue = Todas as persoas que estean aquí no comezo teñen as mesmas posibilidades: os números sortéanse. Non importa quen chegou antes.
status-lead-drawing = Isto tarda uns segundos. O seu número aparecerá por si só en canto remate o sorteo.
status-lead-ended = Xa non se lle dá paso a ninguén. Grazas polo seu interese.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Hai { $ahead } persoa diante de vostede.
        [many] Hai { $ahead } persoas diante de vostede.
       *[other] Hai { $ahead } persoas diante de vostede.
    } Espera estimada: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Hai { $ahead } persoa diante de vostede.
        [many] Hai { $ahead } persoas diante de vostede.
       *[other] Hai { $ahead } persoas diante de vostede.
    }
status-announce-wait = Espera estimada: { $wait }.
status-announce-next = Xa non hai ninguén diante de vostede. Espera estimada: { $wait }.
status-announce-first-in-line = É a súa quenda. Darémoslle paso en canto haxa sitio.
status-announce-paused = A cola está en pausa. Vostede conserva o seu lugar.
status-announce-redirecting = Estamos a darlle paso agora.
status-announce-starts = Tempo ata o comezo: { $countdown }.
status-announce-idle = Aínda non comezou. Aínda non ten lugar na cola.
status-announce-prequeue = Está na precola. Os números sortearanse despois do comezo.
status-announce-drawing = Estanse a sortear os números. Isto tarda uns segundos.
status-announce-ended = Esta sala de espera está pechada.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = descoñécese neste momento
status-wait-not-yet = aínda se descoñece
status-wait-under-a-minute = menos dun minuto
status-wait-over-a-day = máis dun día
status-wait-about = aproximadamente { $duration }
status-wait-up-to = ata { $duration }
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
status-stock-left = Quedan uns { $left }.
status-stock-few = Quedan moi poucos.

## The time to the start, under “Time until the start”
status-countdown-now = un momento
status-countdown-under-a-minute = menos dun minuto

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = A espera é agora máis longa porque se lle dá paso á xente máis amodo.
status-reason-paused = A espera é agora máis longa porque a cola estivo en pausa.
status-reason-more-came-back = A espera é agora máis longa porque volveu máis xente da esperada.
status-reason-store-away = A espera é agora máis longa porque temos un problema técnico. Estamos a traballar para resolvelo.
status-reason-capped-by-sessions = A espera é agora máis longa porque o sitio web está cheo. Entra xente a medida que outra sae.
status-reason-pool-shared = A espera é agora máis longa porque outra cola leva ao mesmo sitio web e tamén hai moita xente nela.
status-reason-autotune-slowed = A espera é agora máis longa porque o sitio web vai lento neste momento e entra menos xente.
status-reason-priority = A espera é agora máis longa porque as persoas con prioridade entran primeiro.
status-reason-restored = A espera é agora máis longa porque tivemos que restaurar a cola despois dun problema técnico.
