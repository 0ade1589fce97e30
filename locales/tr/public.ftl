### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Bu sayfa nedir?
about-lead = Bu bir sanal bekleme odasıdır. Bir web sitesine, iyi hizmet verebileceğinden fazla kişi girmek istediğinde ziyaretçiler burada adil bir sırayla bekler ve tek tek içeri alınır.
about-how-heading = Nasıl işler?
about-how-order = Önce gelen önce girer. Belirli bir saatte açılan odalarda o saatten önce orada bulunanların hepsi, isteyenin denetleyebileceği bir kurayla numara alır.
about-how-place = Siz beklerken yeriniz korunur; sayfayı yenileseniz, bağlantınız kopsa ya da tarayıcıyı yeniden başlatsanız bile.
about-how-turn = Sıranız geldiğinde kendiliğinden içeri alınırsınız. Bir yere tıklamanız gerekmez; sayfayı yenilemek de işi hızlandırmaz.
about-privacy-heading = Sizinle ilgili neler saklanır?
about-privacy = Sıradaki yerinizi tutan tek bir çerez, en fazla 7 gün boyunca. İzleme yapılmaz ve başka hiçbir yerden bir şey yüklenmez.
about-accessibility-heading = Herkes için
about-accessibility = Bu sayfalar her tarayıcıda, klavyeyle, ekran okuyucuyla, büyütülmüş görünümde ve JavaScript olmadan da çalışacak şekilde tasarlandı.
about-what-to-do-heading = Ne yapmanız gerekir?
about-what-to-do = Hiçbir şey. Gitmek istediğiniz web sitesini açın; site yoğunsa sizi kendiliğinden bekleme odasına getirir.
about-source = Bu bekleme odası, açık kaynaklı Anteroom ile çalışır.
about-status-link = Bu hizmetin durumu

## How it stands
health-title = Durum
health-lead-good = Her şey çalışıyor.
health-lead-starting = Hizmet başlatılıyor.
health-lead-degraded = Şu anda sırada yeni yer verilemiyor. Yeri olan herkesin yeri korunuyor.
health-lead-stopping = Hizmet yeniden başlatılıyor. Yeri olan herkesin yeri korunuyor.
health-rooms-heading = Bekleme odaları
health-room-waiting-label = Sıradaki kişi sayısı
health-room-outflow-label = Son bir dakikada içeri alınanlar
health-room-wait-label = Yeni gelenler için tahmini bekleme süresi
health-room-enter = Bekleme odasına git
health-phase-idle = Henüz açılmadı
health-phase-prequeue = Ön bekleme sırası
health-phase-queue = Açık
health-phase-paused = Duraklatıldı
health-phase-disabled = Giriş serbest
health-phase-postqueue = Kapalı
health-updated = Güncelleme: { $time }
