### Widgets on other people's pages.

## The button
widget-button-idle = Henüz açılmadı
widget-button-prequeue = Ön bekleme sırasına gir
widget-button-queue = Sıraya gir
widget-button-postqueue = Kapandı

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Başlangıca kalan süre:
widget-countdown-less-than-a-minute = bir dakikadan az
widget-countdown-started = Başladı
widget-countdown-ended = Sona erdi

## The status
widget-status-waiting =
    { $people ->
        [one] Sırada { $people } kişi var
       *[other] Sırada { $people } kişi var
    }
widget-status-nobody = Sırada kimse yok
widget-status-wait = Tahmini bekleme süresi: { $wait }
widget-status-paused = Sıra duraklatıldı
