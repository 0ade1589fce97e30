### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Halaman apa ini?
about-lead = Ini adalah ruang tunggu virtual. Ketika lebih banyak orang ingin mengunjungi sebuah situs web daripada yang dapat dilayaninya dengan baik, mereka menunggu di sini dengan urutan yang adil dan dipersilakan masuk satu per satu.
about-how-heading = Cara kerjanya
about-how-order = Siapa yang datang lebih dulu dipersilakan masuk lebih dulu. Jika ruang tunggu dibuka pada waktu tertentu, semua orang yang sudah ada sebelumnya mendapat nomor melalui undian yang dapat diperiksa siapa pun.
about-how-place = Tempat Anda disimpan selama Anda menunggu, meskipun Anda memuat ulang halaman, kehilangan koneksi, atau memulai ulang peramban.
about-how-turn = Saat giliran Anda tiba, Anda dipersilakan masuk secara otomatis. Tidak ada yang perlu diklik, dan memuat ulang tidak mempercepatnya.
about-privacy-heading = Apa yang disimpan tentang Anda
about-privacy = Satu kuki yang menyimpan tempat Anda dalam antrean, paling lama 7 hari. Tidak ada pelacakan, dan tidak ada yang dimuat dari tempat lain.
about-accessibility-heading = Untuk semua orang
about-accessibility = Halaman-halaman ini dirancang agar berfungsi di peramban apa pun, dengan papan ketik, dengan pembaca layar, diperbesar, dan tanpa skrip.
about-what-to-do-heading = Apa yang perlu dilakukan
about-what-to-do = Tidak ada. Buka situs web yang ingin Anda kunjungi; jika sedang ramai, situs itu membawa Anda ke ruang tunggunya secara otomatis.
about-source = Ruang tunggu ini berjalan dengan Anteroom, perangkat lunak sumber terbuka.
about-status-link = Status layanan ini

## How it stands
health-title = Kondisi layanan
health-lead-good = Semuanya berfungsi.
health-lead-starting = Layanan sedang dimulai.
health-lead-degraded = Saat ini tempat baru dalam antrean tidak dapat diberikan. Semua orang yang punya tempat tetap memilikinya.
health-lead-stopping = Layanan sedang dimulai ulang. Semua orang yang punya tempat tetap memilikinya.
health-rooms-heading = Ruang tunggu
health-room-waiting-label = Orang dalam antrean
health-room-outflow-label = Masuk dalam satu menit terakhir
health-room-wait-label = Perkiraan waktu tunggu bagi yang baru datang
health-room-enter = Ke ruang tunggu
health-phase-idle = Belum dibuka
health-phase-prequeue = Pra-antrean
health-phase-queue = Dibuka
health-phase-paused = Dijeda
health-phase-disabled = Langsung masuk
health-phase-postqueue = Ditutup
health-updated = Per { $time }
