### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Apakah halaman ini?
about-lead = Ini ialah bilik menunggu maya. Apabila lebih ramai orang ingin melawati laman web daripada yang dapat dilayannya dengan baik, mereka menunggu di sini mengikut susunan yang adil dan dibenarkan masuk seorang demi seorang.
about-how-heading = Cara ia berfungsi
about-how-order = Siapa yang datang dahulu dibenarkan masuk dahulu. Jika bilik dibuka pada masa yang ditetapkan, semua orang yang berada di sana sebelumnya mendapat nombor melalui cabutan yang boleh disemak oleh sesiapa sahaja.
about-how-place = Tempat anda disimpan sementara anda menunggu, walaupun anda memuatkan semula halaman, kehilangan sambungan atau memulakan semula pelayar.
about-how-turn = Apabila tiba giliran anda, anda dibenarkan masuk secara automatik. Tiada apa-apa yang perlu diklik, dan memuatkan semula tidak mempercepatkannya.
about-privacy-heading = Apa yang disimpan tentang anda
about-privacy = Satu kuki yang menyimpan tempat anda dalam barisan, selama 7 hari paling lama. Tiada penjejakan, dan tiada apa-apa dimuatkan dari tempat lain.
about-accessibility-heading = Untuk semua orang
about-accessibility = Halaman ini direka supaya berfungsi dengan mana-mana pelayar, dengan papan kekunci, dengan pembaca skrin, dibesarkan, dan tanpa skrip.
about-what-to-do-heading = Apa yang perlu dilakukan
about-what-to-do = Tiada apa-apa. Buka laman web yang ingin anda lawati; apabila sesak, laman web itu membawa anda ke bilik menunggunya dengan sendirinya.
about-source = Bilik menunggu ini menggunakan Anteroom, perisian sumber terbuka.
about-status-link = Status perkhidmatan ini

## How it stands
health-title = Keadaan perkhidmatan
health-lead-good = Semuanya berfungsi.
health-lead-starting = Perkhidmatan sedang dimulakan.
health-lead-degraded = Tempat baharu dalam barisan tidak dapat diberikan buat masa ini. Semua orang yang mempunyai tempat mengekalkannya.
health-lead-stopping = Perkhidmatan sedang dimulakan semula. Semua orang yang mempunyai tempat mengekalkannya.
health-rooms-heading = Bilik menunggu
health-room-waiting-label = Orang dalam barisan
health-room-outflow-label = Dibenarkan masuk dalam seminit yang lalu
health-room-wait-label = Anggaran masa menunggu bagi yang baru tiba
health-room-enter = Pergi ke bilik menunggu
health-phase-idle = Belum dibuka
health-phase-prequeue = Prabarisan
health-phase-queue = Dibuka
health-phase-paused = Dijeda
health-phase-disabled = Terus masuk
health-phase-postqueue = Ditutup
health-updated = Setakat { $time }
