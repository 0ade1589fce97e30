### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Nombor cabutan anda: { $number }
draw-lead-drawn = Bilangan peserta: { $population }. Nombor anda diperoleh daripada dokumen yang diterbitkan; tiada sesiapa dapat mengubahnya lagi.
draw-heading-kept = Nombor anda kekal { $number }
draw-lead-kept = Anda menyertai selepas cabutan ditutup, jadi nombor anda selepas mereka yang dicabut.
draw-heading-not-yet = Nombor anda belum dicabut
draw-lead-not-yet = Semua orang yang menyertai sebelum cabutan ditutup mempunyai peluang yang sama. Siapa yang datang dahulu tidak memberi kesan.
draw-heading-to-come = Cabutan ini belum diadakan
draw-heading-aborted = Cabutan ini dibatalkan
draw-lead-aborted = Cabutan ini tidak memberikan nombor kepada sesiapa. Dokumennya kekal diterbitkan, berserta sebabnya.
draw-heading-public = Cabutan bilik menunggu ini
draw-lead-public = Untuk melihat nombor anda sendiri juga, buka halaman ini dari tempat anda dalam barisan.
draw-heading-broken = Cabutan ini tidak sah
draw-lead-broken = Dokumen yang diterbitkan tidak lulus semakan. Sila simpan salinan dokumen itu dan resit anda, dan hubungi pengendali laman web.

draw-checked = Perkara yang disemak
draw-check-all = Cabutan yang diterbitkan: { $count }. Dokumennya sepadan antara satu sama lain dan ditandatangani dengan kunci yang sama.
draw-check-commitment = Pengendali menetapkan satu rahsia dengan menerbitkan nilai cincangnya (hash) sebelum cabutan ditutup.
draw-check-to-come = Pengendali telah menetapkan satu rahsia dengan menerbitkan nilai cincangnya (hash). Dokumen lain diterbitkan apabila cabutan diadakan.
draw-check-cut-off = Kemudian pengendali menetapkan dan menandatangani bilangan peserta: { $population }.
draw-check-reveal = Selepas itu rahsia tersebut diterbitkan. Rahsia itu sama dengan yang ditetapkan, dan bersama bilangan peserta memberikan nombor semua orang.
draw-check-abort = Pengendali menandatangani bahawa cabutan dibatalkan, dengan sebab “{ $reason }”.
draw-check-receipt = Resit anda tulen dan milik cabutan ini.

draw-cautions = Perkara yang tidak ditunjukkan oleh semakan ini
draw-caution-without-beacon = Tiada nombor rawak awam digunakan dalam cabutan ini: pengendali mungkin telah mempengaruhi bilangan orang yang dicabut, dan dengan itu susunannya.
draw-caution-unknown-chain = Kami tidak mengetahui jadual waktu nombor rawak awam itu. Semak bila nombor itu diterbitkan.
draw-caution-committed-late = Rahsia itu hanya ditetapkan ketika orang sudah boleh menyertai.
draw-caution-drawn-again = Cabutan diulang. Cabutan yang dibatalkan sebelum ini: { $count }.
draw-caution-own-server = Halaman ini datang daripada pelayan yang mengadakan cabutan. Jika anda tidak mahu mempercayainya begitu sahaja, semak sendiri.

draw-yourself = Semak sendiri
draw-get-document = Muat turun cabutan yang diterbitkan
draw-get-receipt = Muat turun resit anda dan simpan
draw-run-command = Letakkan fail dalam satu folder dan jalankan salah satu perintah ini pada komputer anda sendiri. Program ini sebahagian daripada projek sumber terbuka Anteroom; dapatkannya dari sana, bukan daripada pelayan ini.
draw-compare-key = Bandingkan kunci ini dengan kunci yang ditunjukkan oleh pengendali di tempat lain:
draw-back = Kembali ke tempat anda dalam barisan
