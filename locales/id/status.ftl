### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } di depan Anda · { $room }
status-title-waiting = Anda dalam antrean · { $room }
status-title-next = Berikutnya giliran Anda · { $room }
status-title-first-in-line = Sekarang giliran Anda · { $room }
status-title-paused = Dijeda · { $room }
status-title-sold-out = Habis terjual · { $room }
status-title-redirecting = Sedang masuk · { $room }
status-title-starts = Mulai dalam: { $countdown } · { $room }
status-title-idle = Belum dibuka · { $room }
status-title-prequeue = Sebelum mulai · { $room }
status-title-drawing = Nomor sedang diundi · { $room }
status-title-ended = Ditutup · { $room }

## Heading and the sentence under it
status-headline-in-line = Anda sedang dalam antrean
status-headline-next = Berikutnya giliran Anda
status-headline-almost = Sebentar lagi giliran Anda
status-headline-first-in-line = Sekarang giliran Anda
status-headline-paused = Antrean dijeda
status-headline-sold-out = Saat ini habis terjual
status-headline-idle = Belum dimulai
status-headline-prequeue = Anda berada di pra-antrean
status-headline-drawing = Nomor sedang diundi
status-headline-ended = Ruang tunggu ini ditutup
status-lead-in-line = Saat giliran Anda tiba, Anda akan masuk secara otomatis.
status-lead-next = Tidak ada lagi orang di depan Anda. Anda akan dipersilakan masuk begitu ada tempat kosong.
status-lead-almost = Anda termasuk yang berikutnya dipersilakan masuk. Tetaplah di halaman ini.
status-lead-first-in-line = Tetaplah di halaman ini. Anda akan dipersilakan masuk begitu ada tempat kosong.
status-lead-paused = Saat ini belum ada yang dipersilakan masuk. Tempat Anda tetap terjaga, dan antrean berlanjut secepat mungkin.
status-lead-sold-out = Saat ini tidak ada yang tersisa, jadi belum ada yang dipersilakan masuk. Tempat Anda dalam antrean tetap terjaga kalau-kalau tersedia lagi.
status-lead-idle = Anda belum punya tempat dalam antrean. Biarkan halaman ini terbuka: halaman ini mengambilkan tempat untuk Anda begitu ruang tunggu dibuka.
status-lead-prequeue = Semua orang yang ada di sini saat mulai punya peluang yang sama: nomornya diundi. Siapa yang datang lebih dulu tidak berpengaruh.
status-lead-drawing = Ini memerlukan beberapa detik. Nomor Anda muncul otomatis begitu undian selesai.
status-lead-ended = Tidak ada lagi yang dipersilakan masuk. Terima kasih atas minat Anda.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
       *[other] Ada { $ahead } orang di depan Anda.
    } Perkiraan waktu tunggu: { $wait }.
status-announce-ahead =
    { $ahead ->
       *[other] Ada { $ahead } orang di depan Anda.
    }
status-announce-wait = Perkiraan waktu tunggu: { $wait }.
status-announce-next = Tidak ada lagi orang di depan Anda. Perkiraan waktu tunggu: { $wait }.
status-announce-first-in-line = Sekarang giliran Anda. Anda akan dipersilakan masuk begitu ada tempat kosong.
status-announce-paused = Antrean dijeda. Tempat Anda tetap terjaga.
status-announce-redirecting = Anda dipersilakan masuk sekarang.
status-announce-starts = Waktu hingga mulai: { $countdown }.
status-announce-idle = Belum dimulai. Anda belum punya tempat dalam antrean.
status-announce-prequeue = Anda berada di pra-antrean. Nomor diundi setelah mulai.
status-announce-drawing = Nomor sedang diundi. Ini memerlukan beberapa detik.
status-announce-ended = Ruang tunggu ini ditutup.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = belum diketahui saat ini
status-wait-not-yet = belum diketahui
status-wait-under-a-minute = kurang dari satu menit
status-wait-over-a-day = lebih dari satu hari
status-wait-about = sekitar { $duration }
status-wait-up-to = paling lama { $duration }
status-wait-between = dari { $low } hingga { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
       *[other] { $low }–{ $high } menit
    }
status-wait-range-hours =
    { $high ->
       *[other] { $low }–{ $high } jam
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Tersisa sekitar { $left }.
status-stock-few = Hanya tersisa sedikit.

## The time to the start, under “Time until the start”
status-countdown-now = sebentar lagi
status-countdown-under-a-minute = kurang dari satu menit

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Waktu tunggu kini lebih lama karena orang dipersilakan masuk lebih lambat.
status-reason-paused = Waktu tunggu kini lebih lama karena antrean sempat dijeda.
status-reason-more-came-back = Waktu tunggu kini lebih lama karena lebih banyak orang kembali daripada yang diperkirakan.
status-reason-store-away = Waktu tunggu kini lebih lama karena ada masalah teknis di pihak kami. Kami sedang menanganinya.
status-reason-capped-by-sessions = Waktu tunggu kini lebih lama karena situs penuh. Orang masuk saat yang lain keluar.
status-reason-pool-shared = Waktu tunggu kini lebih lama karena antrean lain menuju situs yang sama dan juga sedang ramai.
status-reason-autotune-slowed = Waktu tunggu kini lebih lama karena situs sedang lambat, sehingga lebih sedikit orang yang dipersilakan masuk.
status-reason-priority = Waktu tunggu kini lebih lama karena orang yang diprioritaskan dipersilakan masuk lebih dulu.
status-reason-restored = Waktu tunggu kini lebih lama karena kami harus memulihkan antrean setelah masalah teknis.
