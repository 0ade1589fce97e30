### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Orang di depan Anda
page-wait-label = Perkiraan waktu tunggu
page-number-label = Nomor antrean Anda
page-progress-label = Kemajuan Anda dalam antrean
page-updated-label = Terakhir diperbarui
page-message-label = Pengumuman
page-keep-open = Biarkan halaman ini tetap terbuka. Halaman ini memperbarui diri secara otomatis, dan tempat Anda tetap terjaga meskipun Anda memuat ulang halaman atau kembali beberapa saat kemudian.
page-leave = Keluar dari antrean
page-queue-id-label = ID antrean
page-offline = Koneksi terputus. Tempat Anda tetap terjaga, dan kami terus mencoba menyambung kembali.
page-online-again = Koneksi sudah pulih.
page-redirecting-headline = Anda dipersilakan masuk
page-redirecting-lead = Terima kasih telah menunggu. Sebentar lagi Anda masuk.
page-redirecting-link = Masuk sekarang
page-skip = Lompat ke tempat Anda dalam antrean
page-powered-by = Didukung oleh Anteroom
page-about-link = Halaman apa ini?
page-status-link = Status ruang tunggu ini

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Waktu hingga mulai
page-prequeue-countdown-label = Waktu hingga pra-antrean dibuka
# Label over a date with a time of day.
page-starts-at-label = Mulai
page-keep-open-before = Biarkan halaman ini tetap terbuka. Halaman ini memperbarui diri secara otomatis, dan Anda tetap ikut undian meskipun Anda memuat ulang halaman atau kembali sebelum mulai.
page-keep-open-idle = Halaman ini memperbarui diri secara otomatis. Anda tidak perlu memuat ulang.

## Be told when it is your turn
page-notify-heading = Beri tahu saya saat giliran saya tiba
page-notify-sound = Bunyikan suara
page-notify-vibration = Getarkan
page-notify-notification = Tampilkan notifikasi
page-notify-denied = Peramban Anda tidak mengizinkan notifikasi dari halaman ini. Anda dapat mengubahnya di pengaturan peramban.

## Language and device
page-language-label = Bahasa
page-language-apply = Ganti bahasa
page-move-link = Lanjutkan di perangkat lain

## The draw
page-draw-heading = Apa yang terjadi saat mulai
page-draw-closing = Tak lama setelah mulai, pra-antrean ditutup. Siapa pun yang datang kemudian masuk antrean di belakang semua orang yang sudah ada di sini.
page-draw-chance = Lalu nomor diundi untuk semua orang di pra-antrean. Peluang semua orang sama, baik yang datang lebih awal maupun belakangan.
page-draw-number = Nomor Anda muncul di halaman ini, dan orang dipersilakan masuk mulai dari nomor terkecil.
page-draw-with-beacon = Undian ini menyertakan angka acak publik yang tidak dapat diketahui siapa pun sebelumnya, sehingga tidak seorang pun dapat memilih hasilnya.
page-draw-check = Setelah itu, siapa pun dapat memeriksa undian.
page-draw-receipt = Setelah itu, siapa pun dapat memeriksa undian. Tanda terima membuktikan bahwa Anda ikut di dalamnya; simpanlah sampai saat itu.
page-draw-receipt-link = Unduh tanda terima Anda
page-draw-check-link = Cara memeriksa undian
page-drawn-link = Nomor Anda sudah diundi – periksa undian

## After the end
page-skip-content = Lompat ke isi
page-ended-help = Untuk melihat apa yang tersedia sekarang, silakan kunjungi situsnya langsung.
page-back-to-site = Kembali ke situs
