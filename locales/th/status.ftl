### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = ก่อนหน้าคุณ { $ahead } คน · { $room }
status-title-waiting = คุณอยู่ในคิวแล้ว · { $room }
status-title-next = คิวถัดไปเป็นของคุณ · { $room }
status-title-first-in-line = ถึงคิวของคุณแล้ว · { $room }
status-title-paused = หยุดชั่วคราว · { $room }
status-title-sold-out = จำหน่ายหมด · { $room }
status-title-redirecting = กำลังพาคุณเข้า · { $room }
status-title-starts = เหลือเวลาก่อนเริ่ม: { $countdown } · { $room }
status-title-idle = ยังไม่เปิด · { $room }
status-title-prequeue = ก่อนเริ่ม · { $room }
status-title-drawing = กำลังสุ่มหมายเลข · { $room }
status-title-ended = ปิดแล้ว · { $room }

## Heading and the sentence under it
status-headline-in-line = คุณอยู่ในคิวแล้ว
status-headline-next = คิวถัดไปเป็นของคุณ
status-headline-almost = ใกล้ถึงคิวของคุณแล้ว
status-headline-first-in-line = ถึงคิวของคุณแล้ว
status-headline-paused = คิวหยุดชั่วคราว
status-headline-sold-out = ขณะนี้จำหน่ายหมดแล้ว
status-headline-idle = ยังไม่เริ่ม
status-headline-prequeue = คุณอยู่ในคิวล่วงหน้าแล้ว
status-headline-drawing = กำลังสุ่มหมายเลข
status-headline-ended = ห้องรอนี้ปิดแล้ว
status-lead-in-line = เมื่อถึงคิวของคุณ เราจะพาคุณเข้าโดยอัตโนมัติ
status-lead-next = ไม่มีใครอยู่ก่อนหน้าคุณแล้ว เราจะพาคุณเข้าทันทีที่มีที่ว่าง
status-lead-almost = คุณอยู่ในกลุ่มถัดไปที่จะได้เข้า โปรดอยู่ที่หน้านี้
status-lead-first-in-line = โปรดอยู่ที่หน้านี้ เราจะพาคุณเข้าทันทีที่มีที่ว่าง
status-lead-paused = ขณะนี้ยังไม่เปิดให้ใครเข้า ลำดับคิวของคุณยังอยู่ และคิวจะเดินต่อทันทีที่ทำได้
status-lead-sold-out = ขณะนี้ไม่มีเหลือแล้ว จึงยังไม่เปิดให้ใครเข้า ลำดับคิวของคุณยังอยู่เผื่อมีเพิ่มเติม
status-lead-idle = คุณยังไม่มีลำดับคิว โปรดเปิดหน้านี้ไว้ หน้านี้จะรับลำดับคิวให้คุณทันทีที่ห้องรอเปิด
status-lead-prequeue = ทุกคนที่อยู่ที่นี่ตอนเริ่มมีโอกาสเท่ากัน เพราะใช้การสุ่มหมายเลข ใครมาก่อนหรือหลังไม่มีผล
status-lead-drawing = ใช้เวลาไม่กี่วินาที หมายเลขของคุณจะแสดงเองทันทีที่สุ่มเสร็จ
status-lead-ended = ไม่เปิดให้เข้าแล้ว ขอบคุณที่ให้ความสนใจ

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
       *[other] มีคนก่อนหน้าคุณ { $ahead } คน
    } เวลารอโดยประมาณ: { $wait }
status-announce-ahead =
    { $ahead ->
       *[other] มีคนก่อนหน้าคุณ { $ahead } คน
    }
status-announce-wait = เวลารอโดยประมาณ: { $wait }
status-announce-next = ไม่มีใครอยู่ก่อนหน้าคุณแล้ว เวลารอโดยประมาณ: { $wait }
status-announce-first-in-line = ถึงคิวของคุณแล้ว เราจะพาคุณเข้าทันทีที่มีที่ว่าง
status-announce-paused = คิวหยุดชั่วคราว ลำดับคิวของคุณยังอยู่
status-announce-redirecting = เรากำลังพาคุณเข้าสู่เว็บไซต์
status-announce-starts = เวลาที่เหลือก่อนเริ่ม: { $countdown }
status-announce-idle = ยังไม่เริ่ม คุณยังไม่มีลำดับคิว
status-announce-prequeue = คุณอยู่ในคิวล่วงหน้าแล้ว จะสุ่มหมายเลขหลังจากเริ่ม
status-announce-drawing = กำลังสุ่มหมายเลข ใช้เวลาไม่กี่วินาที
status-announce-ended = ห้องรอนี้ปิดแล้ว

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = ยังไม่ทราบในขณะนี้
status-wait-not-yet = ยังไม่ทราบ
status-wait-under-a-minute = ไม่ถึงหนึ่งนาที
status-wait-over-a-day = มากกว่าหนึ่งวัน
status-wait-about = ประมาณ { $duration }
status-wait-up-to = ไม่เกิน { $duration }
status-wait-between = { $low } ถึง { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
       *[other] { $low }–{ $high } นาที
    }
status-wait-range-hours =
    { $high ->
       *[other] { $low }–{ $high } ชั่วโมง
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = เหลือประมาณ { $left }
status-stock-few = เหลือเพียงเล็กน้อย

## The time to the start, under “Time until the start”
status-countdown-now = อีกสักครู่
status-countdown-under-a-minute = ไม่ถึงหนึ่งนาที

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = ตอนนี้ต้องรอนานขึ้น เพราะเปิดให้เข้าช้าลง
status-reason-paused = ตอนนี้ต้องรอนานขึ้น เพราะคิวหยุดไปชั่วคราว
status-reason-more-came-back = ตอนนี้ต้องรอนานขึ้น เพราะมีคนกลับมามากกว่าที่คาดไว้
status-reason-store-away = ตอนนี้ต้องรอนานขึ้น เพราะเรามีปัญหาทางเทคนิคและกำลังแก้ไขอยู่
status-reason-capped-by-sessions = ตอนนี้ต้องรอนานขึ้น เพราะเว็บไซต์เต็ม คนใหม่จะได้เข้าเมื่อมีคนออก
status-reason-pool-shared = ตอนนี้ต้องรอนานขึ้น เพราะมีอีกคิวหนึ่งที่เข้าสู่เว็บไซต์เดียวกันและมีคนมากเช่นกัน
status-reason-autotune-slowed = ตอนนี้ต้องรอนานขึ้น เพราะขณะนี้เว็บไซต์ทำงานช้า จึงเปิดให้เข้าได้น้อยลง
status-reason-priority = ตอนนี้ต้องรอนานขึ้น เพราะผู้ที่ได้รับสิทธิ์ก่อนจะได้เข้าก่อน
status-reason-restored = ตอนนี้ต้องรอนานขึ้น เพราะเราต้องกู้คืนคิวหลังเกิดปัญหาทางเทคนิค
