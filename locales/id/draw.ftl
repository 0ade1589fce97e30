### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Nomor undian Anda: { $number }
draw-lead-drawn = Jumlah peserta: { $population }. Nomor Anda dihasilkan dari dokumen yang dipublikasikan; tidak seorang pun dapat mengubahnya lagi.
draw-heading-kept = Nomor Anda tetap { $number }
draw-lead-kept = Anda masuk setelah undian ditutup, sehingga nomor Anda berada setelah mereka yang ikut diundi.
draw-heading-not-yet = Nomor Anda belum diundi
draw-lead-not-yet = Semua orang yang masuk sebelum undian ditutup punya peluang yang sama. Siapa yang datang lebih dulu tidak berpengaruh.
draw-heading-to-come = Undian ini belum diadakan
draw-heading-aborted = Undian ini dibatalkan
draw-lead-aborted = Undian ini tidak memberi nomor kepada siapa pun. Dokumennya tetap dipublikasikan beserta alasannya.
draw-heading-public = Undian ruang tunggu ini
draw-lead-public = Untuk melihat nomor Anda sendiri juga, buka halaman ini dari tempat Anda dalam antrean.
draw-heading-broken = Undian ini tidak sah
draw-lead-broken = Dokumen yang dipublikasikan tidak lolos pemeriksaan. Simpanlah salinannya beserta tanda terima Anda, dan hubungi pengelola situs web tersebut.

draw-checked = Apa yang diperiksa
draw-check-all = Undian yang dipublikasikan: { $count }. Dokumennya saling cocok dan ditandatangani dengan kunci yang sama.
draw-check-commitment = Sebelum undian ditutup, pengelola menetapkan sebuah rahasia dengan memublikasikan nilai hash-nya.
draw-check-to-come = Pengelola telah menetapkan sebuah rahasia dengan memublikasikan nilai hash-nya. Dokumen lainnya dipublikasikan saat undian diadakan.
draw-check-cut-off = Lalu pengelola menetapkan dan menandatangani jumlah peserta: { $population }.
draw-check-reveal = Setelah itu rahasia tersebut dipublikasikan. Rahasia itu sama dengan yang ditetapkan, dan bersama jumlah peserta menghasilkan nomor semua orang.
draw-check-abort = Pengelola menandatangani bahwa undian dibatalkan, dengan alasan “{ $reason }”.
draw-check-receipt = Tanda terima Anda asli dan termasuk dalam undian ini.

draw-cautions = Apa yang tidak ditunjukkan pemeriksaan ini
draw-caution-without-beacon = Undian ini tidak menyertakan angka acak publik: pengelola bisa saja memengaruhi jumlah orang yang diundi, dan dengan demikian urutannya.
draw-caution-unknown-chain = Kami tidak mengetahui jadwal angka acak publik itu. Periksalah kapan angka itu dipublikasikan.
draw-caution-committed-late = Rahasia baru ditetapkan ketika orang sudah dapat masuk.
draw-caution-drawn-again = Undian ini diulang. Undian yang dibatalkan sebelum ini: { $count }.
draw-caution-own-server = Halaman ini berasal dari server yang mengadakan undian. Jika Anda tidak ingin percaya begitu saja, periksalah sendiri.

draw-yourself = Periksa sendiri
draw-get-document = Unduh undian yang dipublikasikan
draw-get-receipt = Unduh tanda terima Anda dan simpanlah
draw-run-command = Letakkan berkas-berkas itu dalam satu folder dan jalankan salah satu perintah ini di komputer Anda sendiri. Program-programnya adalah bagian dari proyek sumber terbuka Anteroom; ambillah dari sana, bukan dari server ini.
draw-compare-key = Bandingkan kunci ini dengan kunci yang ditampilkan pengelola di tempat lain:
draw-back = Kembali ke tempat Anda dalam antrean
