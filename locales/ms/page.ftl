### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Orang di hadapan anda
page-wait-label = Anggaran masa menunggu
page-number-label = Nombor anda dalam barisan
page-progress-label = Kemajuan anda dalam barisan
page-updated-label = Kemas kini terakhir
page-message-label = Pengumuman
page-keep-open = Sila biarkan halaman ini terbuka. Halaman ini dikemas kini secara automatik, dan tempat anda dikekalkan walaupun anda memuatkannya semula atau kembali sebentar lagi.
page-leave = Keluar dari barisan
page-queue-id-label = ID barisan
page-offline = Sambungan terputus. Tempat anda dikekalkan, dan kami terus mencuba.
page-online-again = Sambungan telah pulih.
page-redirecting-headline = Anda sedang dibenarkan masuk
page-redirecting-lead = Terima kasih kerana menunggu. Anda akan tiba sebentar lagi.
page-redirecting-link = Pergi ke sana sekarang
page-skip = Langkau ke tempat anda dalam barisan
page-powered-by = Dikuasakan oleh Anteroom
page-about-link = Apakah halaman ini?
page-status-link = Status bilik menunggu ini

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Masa sebelum bermula
page-prequeue-countdown-label = Masa sebelum prabarisan dibuka
# Label over a date with a time of day.
page-starts-at-label = Bermula
page-keep-open-before = Sila biarkan halaman ini terbuka. Halaman ini dikemas kini secara automatik, dan anda kekal dalam cabutan walaupun anda memuatkannya semula atau kembali sebelum bermula.
page-keep-open-idle = Halaman ini dikemas kini secara automatik. Anda tidak perlu memuatkannya semula.

## Be told when it is your turn
page-notify-heading = Maklumkan kepada saya apabila tiba giliran saya
page-notify-sound = Mainkan bunyi
page-notify-vibration = Getaran
page-notify-notification = Tunjukkan pemberitahuan
page-notify-denied = Pelayar anda tidak membenarkan pemberitahuan daripada halaman ini. Anda boleh mengubahnya dalam tetapan pelayar.

## Language and device
page-language-label = Bahasa
page-language-apply = Tukar bahasa
page-move-link = Teruskan pada peranti lain

## The draw
page-draw-heading = Apa yang berlaku apabila bermula
page-draw-closing = Tidak lama selepas bermula, prabarisan ditutup. Sesiapa yang datang kemudian menyertai barisan di belakang semua orang yang sudah berada di sini.
page-draw-chance = Kemudian satu nombor dicabut untuk setiap orang dalam prabarisan. Semua orang mempunyai peluang yang sama, sama ada datang awal atau lewat.
page-draw-number = Nombor anda akan muncul di halaman ini, dan orang dibenarkan masuk bermula daripada nombor terkecil.
page-draw-with-beacon = Satu nombor rawak awam yang tidak dapat diketahui oleh sesiapa pun terlebih dahulu digunakan dalam cabutan, supaya tiada sesiapa dapat memilih keputusannya.
page-draw-check = Selepas itu, sesiapa sahaja boleh menyemak cabutan.
page-draw-receipt = Selepas itu, sesiapa sahaja boleh menyemak cabutan. Resit anda membuktikan bahawa anda berada dalam cabutan itu; simpan resit sehingga ketika itu.
page-draw-receipt-link = Muat turun resit anda
page-draw-check-link = Cara menyemak cabutan
page-drawn-link = Nombor anda telah dicabut – semak cabutan

## After the end
page-skip-content = Langkau ke kandungan
page-ended-help = Untuk melihat apa yang ditawarkan sekarang, sila pergi ke laman web itu sendiri.
page-back-to-site = Kembali ke laman web
