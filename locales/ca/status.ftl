### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Davant vostre: { $ahead } · { $room }
status-title-waiting = Sou a la cua · { $room }
status-title-next = El torn següent és el vostre · { $room }
status-title-first-in-line = És el vostre torn · { $room }
status-title-paused = En pausa · { $room }
status-title-sold-out = Exhaurit · { $room }
status-title-redirecting = Us deixem entrar · { $room }
status-title-starts = Fins a l’inici: { $countdown } · { $room }
status-title-idle = Encara no és obert · { $room }
status-title-prequeue = Abans de l’inici · { $room }
status-title-drawing = Se sortegen els números · { $room }
status-title-ended = Tancat · { $room }

## Heading and the sentence under it
status-headline-in-line = Sou a la cua
status-headline-next = El torn següent és el vostre
status-headline-almost = Gairebé us toca
status-headline-first-in-line = És el vostre torn
status-headline-paused = La cua està en pausa
status-headline-sold-out = Exhaurit en aquest moment
status-headline-idle = Encara no ha començat
status-headline-prequeue = Sou a la cua prèvia
status-headline-drawing = Se sortegen els números
status-headline-ended = Aquesta sala d’espera està tancada
status-lead-in-line = Quan us toqui, us deixarem entrar automàticament.
status-lead-next = Ja no teniu ningú al davant. Us deixarem entrar tan bon punt hi hagi espai.
status-lead-almost = Sou entre els propers a entrar. Quedeu-vos en aquesta pàgina.
status-lead-first-in-line = Quedeu-vos en aquesta pàgina. Us deixarem entrar tan bon punt hi hagi espai.
status-lead-paused = Ara mateix no entra ningú. Conserveu el lloc, i la cua avançarà tan bon punt sigui possible.
status-lead-sold-out = Ara mateix no en queda cap, i per això no entra ningú. Conserveu el lloc a la cua per si n’hi torna a haver.
status-lead-idle = Encara no teniu cap lloc a la cua. Manteniu oberta aquesta pàgina: us n’aconseguirà un tan bon punt obri la sala d’espera.
status-lead-prequeue = Tothom qui és aquí a l’inici té les mateixes possibilitats: els números se sortegen. Tant és qui hagi arribat primer.
status-lead-drawing = Triga uns segons. El vostre número apareixerà sol tan bon punt s’hagi fet el sorteig.
status-lead-ended = Ja no entra ningú més. Gràcies pel vostre interès.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Hi ha { $ahead } persona davant vostre.
        [many] Hi ha { $ahead } de persones davant vostre.
       *[other] Hi ha { $ahead } persones davant vostre.
    } Espera estimada: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Hi ha { $ahead } persona davant vostre.
        [many] Hi ha { $ahead } de persones davant vostre.
       *[other] Hi ha { $ahead } persones davant vostre.
    }
status-announce-wait = Espera estimada: { $wait }.
status-announce-next = Ja no teniu ningú al davant. Espera estimada: { $wait }.
status-announce-first-in-line = És el vostre torn. Us deixarem entrar tan bon punt hi hagi espai.
status-announce-paused = La cua està en pausa. Conserveu el lloc.
status-announce-redirecting = Ara us deixem entrar.
status-announce-starts = Temps fins a l’inici: { $countdown }.
status-announce-idle = Encara no ha començat. Encara no teniu cap lloc a la cua.
status-announce-prequeue = Sou a la cua prèvia. Els números se sortegen després de l’inici.
status-announce-drawing = Se sortegen els números. Triga uns segons.
status-announce-ended = Aquesta sala d’espera està tancada.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = ara mateix no se sap
status-wait-not-yet = encara no se sap
status-wait-under-a-minute = menys d’un minut
status-wait-over-a-day = més d’un dia
status-wait-about = aproximadament { $duration }
status-wait-up-to = fins a { $duration }
status-wait-between = de { $low } a { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }-{ $high } minut
        [many] { $low }-{ $high } de minuts
       *[other] { $low }-{ $high } minuts
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }-{ $high } hora
        [many] { $low }-{ $high } d’hores
       *[other] { $low }-{ $high } hores
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = En queden uns { $left }.
status-stock-few = En queden molt pocs.

## The time to the start, under “Time until the start”
status-countdown-now = un moment
status-countdown-under-a-minute = menys d’un minut

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Ara l’espera és més llarga perquè la gent entra més a poc a poc.
status-reason-paused = Ara l’espera és més llarga perquè la cua ha estat en pausa.
status-reason-more-came-back = Ara l’espera és més llarga perquè ha tornat més gent del que s’esperava.
status-reason-store-away = Ara l’espera és més llarga perquè tenim un problema tècnic. Hi estem treballant.
status-reason-capped-by-sessions = Ara l’espera és més llarga perquè el lloc web és ple. La gent entra a mesura que altres surten.
status-reason-pool-shared = Ara l’espera és més llarga perquè una altra cua porta al mateix lloc web i també està plena.
status-reason-autotune-slowed = Ara l’espera és més llarga perquè el lloc web va lent en aquest moment i per això entra menys gent.
status-reason-priority = Ara l’espera és més llarga perquè les persones amb prioritat entren primer.
status-reason-restored = Ara l’espera és més llarga perquè hem hagut de restaurar la cua després d’un problema tècnic.
