### Widgets on other people's pages.

## The button
widget-button-idle = Chưa mở
widget-button-prequeue = Vào hàng chờ sớm
widget-button-queue = Xếp hàng
widget-button-postqueue = Đã đóng

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Thời gian còn lại đến lúc bắt đầu:
widget-countdown-less-than-a-minute = chưa đến một phút
widget-countdown-started = Đã bắt đầu
widget-countdown-ended = Đã kết thúc

## The status
widget-status-waiting =
    { $people ->
        [one] Có { $people } người trong hàng chờ
       *[other] Có { $people } người trong hàng chờ
    }
widget-status-nobody = Không có ai trong hàng chờ
widget-status-wait = Thời gian chờ ước tính: { $wait }
widget-status-paused = Hàng chờ đang tạm dừng
