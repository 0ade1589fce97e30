### Moving a place to another device.

## On the device that has the place
move-title = Lanjutkan di perangkat lain
move-lead = Anda dapat membawa tempat Anda dalam antrean, misalnya ke ponsel Anda. Setelah itu, tempat tersebut hanya berlaku di perangkat baru, tidak lagi di perangkat ini.
move-make-code = Tampilkan kode
move-code-label = Kode Anda
move-scan = Pindai gambar ini dengan kamera perangkat lain, atau buka alamat ini di sana dan ketik kodenya:
move-picture-alt = Kode QR yang memuat alamat beserta kode Anda
move-good-for = Kode ini berlaku untuk sekali pakai dalam 5 menit ke depan. Jangan tunjukkan kepada siapa pun yang tidak Anda inginkan mendapat tempat Anda.
move-back = Kembali ke tempat Anda dalam antrean
move-new-code = Tampilkan kode baru

## On the device that takes it over
move-enter-title = Ambil alih tempat Anda
move-enter-lead = Ketik kode yang ditampilkan perangkat lain.
move-enter-button = Lanjutkan
move-confirm-lead = Dengan tombol ini, tempat Anda dalam antrean berpindah ke perangkat ini. Di perangkat lain, tempat itu tidak berlaku lagi.
move-confirm-button = Pindahkan tempat saya ke sini
# The place that this browser holds itself is given up.
move-confirm-replaces = Peramban ini sudah punya tempat dalam antrean ini. Tempat itu akan diganti dengan tempat yang Anda ambil alih.

## When it does not work
move-error-code = Kode ini tidak berlaku. Mungkin salah ketik, sudah dipakai, atau lebih dari 5 menit. Silakan tampilkan kode baru di perangkat lain.
move-error-many = Terlalu banyak percobaan. Tunggu satu menit lalu coba lagi.
move-error-limit = Tempat ini sudah dipindahkan sebanyak yang dimungkinkan. Tetaplah di perangkat yang memilikinya.
move-error-away = Saat ini hal ini tidak dapat dilakukan karena masalah teknis. Tempat Anda tetap di tempatnya. Silakan coba lagi.
move-error-turn = Giliran Anda sudah tiba di perangkat lain. Silakan lanjutkan di sana.

## Into the line of a priority group
move-priority-title = Saya punya kode prioritas
move-priority-lead = Ketik kode Anda. Setelah itu Anda menunggu dalam antrean grupnya dan melepas tempat Anda sekarang.
move-priority-error = Kode ini tidak berlaku di sini. Mungkin salah ketik, sudah dipakai, atau kedaluwarsa. Tempat Anda tetap seperti semula.
