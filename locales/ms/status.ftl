### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } di hadapan anda · { $room }
status-title-waiting = Anda berada dalam barisan · { $room }
status-title-next = Anda yang seterusnya · { $room }
status-title-first-in-line = Giliran anda · { $room }
status-title-paused = Dijeda · { $room }
status-title-sold-out = Habis dijual · { $room }
status-title-redirecting = Membenarkan anda masuk · { $room }
status-title-starts = Masa sebelum bermula: { $countdown } · { $room }
status-title-idle = Belum dibuka · { $room }
status-title-prequeue = Sebelum bermula · { $room }
status-title-drawing = Nombor sedang dicabut · { $room }
status-title-ended = Ditutup · { $room }

## Heading and the sentence under it
status-headline-in-line = Anda berada dalam barisan
status-headline-next = Anda yang seterusnya
status-headline-almost = Giliran anda hampir tiba
status-headline-first-in-line = Tiba giliran anda
status-headline-paused = Barisan dijeda
status-headline-sold-out = Habis dijual buat masa ini
status-headline-idle = Belum bermula
status-headline-prequeue = Anda berada dalam prabarisan
status-headline-drawing = Nombor sedang dicabut
status-headline-ended = Bilik menunggu ini telah ditutup
status-lead-in-line = Apabila tiba giliran anda, kami benarkan anda masuk secara automatik.
status-lead-next = Tiada sesiapa lagi di hadapan anda. Kami benarkan anda masuk sebaik sahaja ada ruang.
status-lead-almost = Anda antara yang seterusnya akan dibenarkan masuk. Sila kekal di halaman ini.
status-lead-first-in-line = Sila kekal di halaman ini. Kami benarkan anda masuk sebaik sahaja ada ruang.
status-lead-paused = Tiada sesiapa dibenarkan masuk buat masa ini. Tempat anda dikekalkan, dan barisan akan bergerak semula secepat mungkin.
status-lead-sold-out = Tiada lagi yang tinggal sekarang, jadi tiada sesiapa dibenarkan masuk. Tempat anda dalam barisan dikekalkan sekiranya ada lagi yang tersedia.
status-lead-idle = Anda belum mempunyai tempat dalam barisan. Biarkan halaman ini terbuka: halaman ini akan mendapatkan tempat untuk anda sebaik sahaja bilik menunggu dibuka.
status-lead-prequeue = Semua orang yang berada di sini ketika bermula mempunyai peluang yang sama: nombor dicabut secara rawak. Siapa yang datang dahulu tidak memberi kesan.
status-lead-drawing = Ini mengambil masa beberapa saat. Nombor anda akan muncul dengan sendirinya sebaik sahaja cabutan selesai.
status-lead-ended = Tiada sesiapa dibenarkan masuk lagi. Terima kasih atas minat anda.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
       *[other] Ada { $ahead } orang di hadapan anda.
    } Anggaran masa menunggu: { $wait }.
status-announce-ahead =
    { $ahead ->
       *[other] Ada { $ahead } orang di hadapan anda.
    }
status-announce-wait = Anggaran masa menunggu: { $wait }.
status-announce-next = Tiada sesiapa lagi di hadapan anda. Anggaran masa menunggu: { $wait }.
status-announce-first-in-line = Tiba giliran anda. Kami benarkan anda masuk sebaik sahaja ada ruang.
status-announce-paused = Barisan dijeda. Tempat anda dikekalkan.
status-announce-redirecting = Anda dibenarkan masuk sekarang.
status-announce-starts = Masa sebelum bermula: { $countdown }.
status-announce-idle = Belum bermula. Anda belum mempunyai tempat dalam barisan.
status-announce-prequeue = Anda berada dalam prabarisan. Nombor dicabut selepas bermula.
status-announce-drawing = Nombor sedang dicabut. Ini mengambil masa beberapa saat.
status-announce-ended = Bilik menunggu ini telah ditutup.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = belum diketahui buat masa ini
status-wait-not-yet = belum diketahui
status-wait-under-a-minute = kurang daripada seminit
status-wait-over-a-day = lebih daripada sehari
status-wait-about = kira-kira { $duration }
status-wait-up-to = sehingga { $duration }
status-wait-between = { $low } hingga { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
       *[other] { $low }–{ $high } minit
    }
status-wait-range-hours =
    { $high ->
       *[other] { $low }–{ $high } jam
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Tinggal kira-kira { $left }.
status-stock-few = Tinggal sedikit sahaja.

## The time to the start, under “Time until the start”
status-countdown-now = sebentar lagi
status-countdown-under-a-minute = kurang daripada seminit

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Masa menunggu kini lebih lama kerana orang dibenarkan masuk dengan lebih perlahan.
status-reason-paused = Masa menunggu kini lebih lama kerana barisan telah dijeda.
status-reason-more-came-back = Masa menunggu kini lebih lama kerana lebih ramai orang kembali daripada yang dijangka.
status-reason-store-away = Masa menunggu kini lebih lama kerana kami mengalami masalah teknikal. Kami sedang menanganinya.
status-reason-capped-by-sessions = Masa menunggu kini lebih lama kerana laman web penuh. Orang masuk apabila yang lain keluar.
status-reason-pool-shared = Masa menunggu kini lebih lama kerana satu lagi barisan menuju ke laman web yang sama dan turut sesak.
status-reason-autotune-slowed = Masa menunggu kini lebih lama kerana laman web agak perlahan sekarang, jadi kurang orang dibenarkan masuk.
status-reason-priority = Masa menunggu kini lebih lama kerana orang yang diberi keutamaan dibenarkan masuk dahulu.
status-reason-restored = Masa menunggu kini lebih lama kerana kami terpaksa memulihkan barisan selepas masalah teknikal.
