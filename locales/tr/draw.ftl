### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Kurada çıkan numaranız: { $number }
draw-lead-drawn = Katılan kişi sayısı: { $population }. Numaranız yayımlanan kayıtlardan hesaplanır; artık kimse değiştiremez.
draw-heading-kept = Numaranız aynı kalıyor: { $number }
draw-lead-kept = Kura kapandıktan sonra katıldınız; bu yüzden numaranız, kuraya girenlerin numaralarından sonra geliyor.
draw-heading-not-yet = Numaranız henüz kurayla belirlenmedi
draw-lead-not-yet = Kura kapanmadan önce katılan herkesin şansı eşittir. Kimin önce geldiği fark etmez.
draw-heading-to-come = Bu kura henüz yapılmadı
draw-heading-aborted = Bu kura iptal edildi
draw-lead-aborted = Bu kura kimseye numara vermiyor. Kayıtları, gerekçesiyle birlikte yayında kalıyor.
draw-heading-public = Bu bekleme odasının kurası
draw-lead-public = Kendi numaranızı da görmek için bu sayfayı sıradaki yerinizden açın.
draw-heading-broken = Bu kura geçerli değil
draw-lead-broken = Yayımlanan kayıtlar denetimden geçmedi. Lütfen kayıtların ve katılım belgenizin bir kopyasını saklayın ve web sitesinin destek ekibiyle iletişime geçin.

draw-checked = Neler denetlendi
draw-check-all = Yayımlanan kura sayısı: { $count }. Kayıtlar birbiriyle tutarlı ve aynı anahtarla imzalanmış.
draw-check-commitment = İşletmeci, kura kapanmadan önce gizli bir değeri, bu değerin özetini (hash) yayımlayarak sabitledi.
draw-check-to-come = İşletmeci, gizli bir değeri, bu değerin özetini (hash) yayımlayarak sabitledi. Diğer kayıtlar kura yapıldığında yayımlanır.
draw-check-cut-off = Ardından işletmeci, kaç kişinin katıldığını sabitleyip imzaladı: { $population }.
draw-check-reveal = Daha sonra gizli değer yayımlandı. Bu, önceden sabitlenen değerdir ve katılımcı sayısıyla birlikte herkesin numarasını verir.
draw-check-abort = İşletmeci, kuranın iptal edildiğini şu gerekçeyle imzaladı: “{ $reason }”.
draw-check-receipt = Katılım belgeniz gerçek ve bu kuraya ait.

draw-cautions = Bu denetimin göstermedikleri
draw-caution-without-beacon = Bu kurada herkese açık bir rastgele sayı kullanılmadı: İşletmeci, kuraya kaç kişinin girdiğini ve böylece sırayı etkilemiş olabilir.
draw-caution-unknown-chain = Herkese açık rastgele sayının yayın takvimini bilmiyoruz. Ne zaman yayımlandığına kendiniz bakın.
draw-caution-committed-late = Gizli değer ancak katılım başladıktan sonra sabitlendi.
draw-caution-drawn-again = Kura tekrarlandı. Bundan önce iptal edilen kura sayısı: { $count }.
draw-caution-own-server = Bu sayfa, kurayı yapan sunucudan geliyor. Onun sözüyle yetinmek istemiyorsanız kurayı kendiniz denetleyin.

draw-yourself = Kendiniz denetleyin
draw-get-document = Yayımlanan kurayı indir
draw-get-receipt = Katılım belgesini indir ve sakla
draw-run-command = Dosyaları aynı klasöre koyun ve şu komutlardan birini kendi bilgisayarınızda çalıştırın. Programlar açık kaynaklı Anteroom projesinin parçasıdır; onları bu sunucudan değil, oradan edinin.
draw-compare-key = Bu anahtarı, işletmecinin başka bir yerde gösterdiği anahtarla karşılaştırın:
draw-back = Sıradaki yerime dön
