### Widgets on other people's pages.

## The button
widget-button-idle = ยังไม่เปิด
widget-button-prequeue = เข้าคิวล่วงหน้า
widget-button-queue = ต่อคิว
widget-button-postqueue = ปิดแล้ว

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = เวลาที่เหลือก่อนเริ่ม:
widget-countdown-less-than-a-minute = ไม่ถึงหนึ่งนาที
widget-countdown-started = เริ่มแล้ว
widget-countdown-ended = จบแล้ว

## The status
widget-status-waiting =
    { $people ->
       *[other] มี { $people } คนในคิว
    }
widget-status-nobody = ไม่มีใครในคิว
widget-status-wait = เวลารอโดยประมาณ: { $wait }
widget-status-paused = คิวหยุดชั่วคราว
