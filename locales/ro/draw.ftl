### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Numărul dumneavoastră la tragerea la sorți: { $number }
draw-lead-drawn = Participanți: { $population }. Numărul dumneavoastră rezultă din documentele publicate și nimeni nu îl mai poate schimba.
draw-heading-kept = Vă păstrați numărul: { $number }
draw-lead-kept = Ați intrat după închiderea tragerii la sorți, așa că numărul dumneavoastră vine după cele trase la sorți.
draw-heading-not-yet = Numărul dumneavoastră nu a fost încă tras la sorți
draw-lead-not-yet = Toți cei care intră înainte de închiderea tragerii la sorți au aceeași șansă. Nu contează cine a venit primul.
draw-heading-to-come = Această tragere la sorți nu a avut loc încă
draw-heading-aborted = Această tragere la sorți a fost anulată
draw-lead-aborted = Nu dă nimănui un număr. Documentele ei rămân publicate, împreună cu motivul.
draw-heading-public = Tragerea la sorți a acestei săli de așteptare
draw-lead-public = Ca să vedeți și numărul dumneavoastră, deschideți această pagină de la locul dumneavoastră la coadă.
draw-heading-broken = Această tragere la sorți nu este validă
draw-lead-broken = Documentele publicate nu trec verificarea. Vă rugăm să păstrați o copie a lor și a recipisei și să contactați echipa site-ului.

draw-checked = Ce s-a verificat
draw-check-all = Trageri la sorți publicate: { $count }. Documentele lor se potrivesc între ele și sunt semnate cu aceeași cheie.
draw-check-commitment = Înainte de închiderea tragerii la sorți, operatorul a fixat o valoare secretă, publicându-i hash-ul.
draw-check-to-come = Operatorul a fixat o valoare secretă, publicându-i hash-ul. Celelalte documente se publică atunci când are loc tragerea la sorți.
draw-check-cut-off = Apoi operatorul a fixat și a semnat câți participă: { $population }.
draw-check-reveal = După aceea, valoarea secretă a fost publicată. Este cea fixată și, împreună cu numărul de participanți, dă numărul fiecăruia.
draw-check-abort = Operatorul a semnat că tragerea la sorți a fost anulată, cu motivul „{ $reason }”.
draw-check-receipt = Recipisa dumneavoastră este autentică și ține de această tragere la sorți.

draw-cautions = Ce nu dovedește această verificare
draw-caution-without-beacon = În această tragere la sorți nu a intrat niciun număr aleatoriu public: operatorul ar fi putut influența câte persoane au fost trase la sorți și, prin asta, ordinea.
draw-caution-unknown-chain = Nu cunoaștem programul de publicare al numărului aleatoriu public. Căutați când a fost publicat.
draw-caution-committed-late = Valoarea secretă a fost fixată abia când se putea deja intra.
draw-caution-drawn-again = Tragerea la sorți a fost repetată. Trageri anulate înaintea acesteia: { $count }.
draw-caution-own-server = Această pagină vine de la serverul care a făcut tragerea la sorți. Dacă nu vreți să îl credeți pe cuvânt, verificați chiar dumneavoastră.

draw-yourself = Verificați chiar dumneavoastră
draw-get-document = Descărcați tragerea la sorți publicată
draw-get-receipt = Descărcați și păstrați recipisa
draw-run-command = Puneți fișierele într-un singur folder și rulați una dintre aceste comenzi pe calculatorul dumneavoastră. Programele fac parte din proiectul cu sursă deschisă Anteroom; luați-le de acolo, nu de pe acest server.
draw-compare-key = Comparați această cheie cu cea pe care operatorul o arată în altă parte:
draw-back = Înapoi la locul dumneavoastră la coadă
