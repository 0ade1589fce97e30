### Widgets on other people's pages.

## The button
widget-button-idle = Belum dibuka
widget-button-prequeue = Masuk pra-antrean
widget-button-queue = Masuk antrean
widget-button-postqueue = Ditutup

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Waktu hingga mulai:
widget-countdown-less-than-a-minute = kurang dari satu menit
widget-countdown-started = Sudah dimulai
widget-countdown-ended = Sudah selesai

## The status
widget-status-waiting =
    { $people ->
       *[other] { $people } orang dalam antrean
    }
widget-status-nobody = Tidak ada orang dalam antrean
widget-status-wait = Perkiraan waktu tunggu: { $wait }
widget-status-paused = Antrean dijeda
