### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } à sua frente · { $room }
status-title-waiting = Você está na fila · { $room }
status-title-next = A sua vez é a próxima · { $room }
status-title-first-in-line = Chegou a sua vez · { $room }
status-title-paused = Em pausa · { $room }
status-title-sold-out = Esgotado · { $room }
status-title-redirecting = Liberando sua entrada · { $room }
status-title-starts = Até o início: { $countdown } · { $room }
status-title-idle = Ainda não abriu · { $room }
status-title-prequeue = Antes do início · { $room }
status-title-drawing = Números sendo sorteados · { $room }
status-title-ended = Encerrada · { $room }

## Heading and the sentence under it
status-headline-in-line = Você está na fila
status-headline-next = A sua vez é a próxima
status-headline-almost = Está quase na sua vez
status-headline-first-in-line = Chegou a sua vez
status-headline-paused = A fila está em pausa
status-headline-sold-out = Esgotado no momento
status-headline-idle = Ainda não começou
status-headline-prequeue = Você está na pré-fila
status-headline-drawing = Os números estão sendo sorteados
status-headline-ended = Esta sala de espera está encerrada
status-lead-in-line = Quando for a sua vez, liberamos sua entrada automaticamente.
status-lead-next = Não há mais ninguém à sua frente. Liberamos sua entrada assim que houver espaço.
status-lead-almost = Você está entre as próximas pessoas a entrar. Permaneça nesta página.
status-lead-first-in-line = Permaneça nesta página. Liberamos sua entrada assim que houver espaço.
status-lead-paused = Ninguém está entrando no momento. Você mantém seu lugar, e a fila volta a andar assim que possível.
status-lead-sold-out = Agora não resta nada, por isso ninguém está entrando. Você mantém seu lugar caso volte a haver disponibilidade.
status-lead-idle = Você ainda não tem um lugar na fila. Mantenha esta página aberta: ela garante um para você assim que a sala de espera abrir.
status-lead-prequeue = Todas as pessoas que estiverem aqui no início têm a mesma chance: os números são sorteados. Não faz diferença quem chegou primeiro.
status-lead-drawing = Isso leva alguns segundos. Seu número aparece sozinho assim que o sorteio terminar.
status-lead-ended = Não é mais possível entrar. Agradecemos seu interesse.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Há { $ahead } pessoa à sua frente.
        [many] Há { $ahead } pessoas à sua frente.
       *[other] Há { $ahead } pessoas à sua frente.
    } Tempo estimado de espera: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Há { $ahead } pessoa à sua frente.
        [many] Há { $ahead } pessoas à sua frente.
       *[other] Há { $ahead } pessoas à sua frente.
    }
status-announce-wait = Tempo estimado de espera: { $wait }.
status-announce-next = Não há mais ninguém à sua frente. Tempo estimado de espera: { $wait }.
status-announce-first-in-line = Chegou a sua vez. Liberamos sua entrada assim que houver espaço.
status-announce-paused = A fila está em pausa. Você mantém seu lugar.
status-announce-redirecting = Estamos liberando sua entrada agora.
status-announce-starts = Tempo até o início: { $countdown }.
status-announce-idle = Ainda não começou. Você ainda não tem um lugar na fila.
status-announce-prequeue = Você está na pré-fila. Os números são sorteados depois do início.
status-announce-drawing = Os números estão sendo sorteados. Isso leva alguns segundos.
status-announce-ended = Esta sala de espera está encerrada.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = indisponível no momento
status-wait-not-yet = ainda não disponível
status-wait-under-a-minute = menos de um minuto
status-wait-over-a-day = mais de um dia
status-wait-about = cerca de { $duration }
status-wait-up-to = até { $duration }
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
status-stock-left = Restam cerca de { $left }.
status-stock-few = Restam muito poucos.

## The time to the start, under “Time until the start”
status-countdown-now = um instante
status-countdown-under-a-minute = menos de um minuto

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = A espera agora é mais longa porque as pessoas estão entrando mais devagar.
status-reason-paused = A espera agora é mais longa porque a fila ficou em pausa.
status-reason-more-came-back = A espera agora é mais longa porque mais pessoas voltaram do que o previsto.
status-reason-store-away = A espera agora é mais longa porque estamos com um problema técnico. Estamos trabalhando nisso.
status-reason-capped-by-sessions = A espera agora é mais longa porque o site está cheio. As pessoas entram à medida que outras saem.
status-reason-pool-shared = A espera agora é mais longa porque outra fila leva ao mesmo site e também está movimentada.
status-reason-autotune-slowed = A espera agora é mais longa porque o site está lento no momento e, por isso, menos pessoas entram.
status-reason-priority = A espera agora é mais longa porque pessoas com prioridade entram primeiro.
status-reason-restored = A espera agora é mais longa porque tivemos de restaurar a fila depois de um problema técnico.
