### Widgets on other people's pages.

## The button
widget-button-idle = Belum dibuka
widget-button-prequeue = Sertai prabarisan
widget-button-queue = Sertai barisan
widget-button-postqueue = Ditutup

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Masa sebelum bermula:
widget-countdown-less-than-a-minute = kurang daripada seminit
widget-countdown-started = Telah bermula
widget-countdown-ended = Telah tamat

## The status
widget-status-waiting =
    { $people ->
       *[other] { $people } orang dalam barisan
    }
widget-status-nobody = Tiada sesiapa dalam barisan
widget-status-wait = Anggaran masa menunggu: { $wait }
widget-status-paused = Barisan dijeda
