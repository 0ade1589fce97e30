### The waiting page: what every visitor of a room reads alike.

page-ahead-label = จำนวนคนก่อนหน้าคุณ
page-wait-label = เวลารอโดยประมาณ
page-number-label = หมายเลขคิวของคุณ
page-progress-label = ความคืบหน้าในคิวของคุณ
page-updated-label = อัปเดตล่าสุด
page-message-label = ประกาศ
page-keep-open = โปรดเปิดหน้านี้ไว้ หน้านี้อัปเดตเองโดยอัตโนมัติ และลำดับคิวของคุณจะยังอยู่ แม้คุณจะโหลดหน้าใหม่หรือกลับมาภายหลังอีกสักครู่
page-leave = ออกจากคิว
page-queue-id-label = ไอดีคิว
page-offline = การเชื่อมต่อขาดหาย ลำดับคิวของคุณยังอยู่ และเรากำลังพยายามเชื่อมต่อใหม่
page-online-again = กลับมาเชื่อมต่อแล้ว
page-redirecting-headline = เรากำลังพาคุณเข้าสู่เว็บไซต์
page-redirecting-lead = ขอบคุณที่รอ อีกสักครู่คุณจะเข้าสู่เว็บไซต์
page-redirecting-link = เข้าสู่เว็บไซต์เดี๋ยวนี้
page-skip = ข้ามไปยังลำดับคิวของคุณ
page-powered-by = ขับเคลื่อนโดย Anteroom
page-about-link = หน้านี้คืออะไร
page-status-link = สถานะของห้องรอนี้

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = เวลาที่เหลือก่อนเริ่ม
page-prequeue-countdown-label = เวลาที่เหลือก่อนเปิดคิวล่วงหน้า
# Label over a date with a time of day.
page-starts-at-label = เริ่ม
page-keep-open-before = โปรดเปิดหน้านี้ไว้ หน้านี้อัปเดตเองโดยอัตโนมัติ และคุณจะยังอยู่ในการสุ่มหมายเลข แม้คุณจะโหลดหน้าใหม่หรือกลับมาก่อนเริ่ม
page-keep-open-idle = หน้านี้อัปเดตเองโดยอัตโนมัติ คุณไม่ต้องโหลดใหม่

## Be told when it is your turn
page-notify-heading = แจ้งเตือนเมื่อถึงคิวของฉัน
page-notify-sound = เล่นเสียง
page-notify-vibration = สั่น
page-notify-notification = แสดงการแจ้งเตือน
page-notify-denied = เบราว์เซอร์ของคุณไม่อนุญาตการแจ้งเตือนจากหน้านี้ คุณเปลี่ยนได้ในการตั้งค่าของเบราว์เซอร์

## Language and device
page-language-label = ภาษา
page-language-apply = เปลี่ยนภาษา
page-move-link = ใช้ต่อในอุปกรณ์อื่น

## The draw
page-draw-heading = เมื่อเริ่มจะเกิดอะไรขึ้น
page-draw-closing = คิวล่วงหน้าจะปิดหลังจากเริ่มได้ไม่นาน ผู้ที่มาหลังจากนั้นจะต่อคิวหลังทุกคนที่อยู่ที่นี่ก่อนแล้ว
page-draw-chance = จากนั้นจะสุ่มหมายเลขให้ทุกคนในคิวล่วงหน้า ทุกคนมีโอกาสเท่ากัน ไม่ว่าจะมาเร็วหรือมาช้า
page-draw-number = หมายเลขของคุณจะแสดงในหน้านี้ และผู้รอจะได้เข้าตามลำดับจากหมายเลขน้อยไปหามาก
page-draw-with-beacon = การสุ่มหมายเลขใช้เลขสุ่มสาธารณะที่ไม่มีใครรู้ได้ล่วงหน้า จึงไม่มีใครเลือกผลลัพธ์ได้
page-draw-check = หลังจากนั้นใครก็ตรวจสอบการสุ่มหมายเลขได้
page-draw-receipt = หลังจากนั้นใครก็ตรวจสอบการสุ่มหมายเลขได้ ใบยืนยันของคุณเป็นหลักฐานว่าคุณอยู่ในการสุ่มนี้ โปรดเก็บไว้จนถึงตอนนั้น
page-draw-receipt-link = ดาวน์โหลดใบยืนยันของคุณ
page-draw-check-link = วิธีตรวจสอบการสุ่มหมายเลข
page-drawn-link = สุ่มหมายเลขของคุณแล้ว – ตรวจสอบการสุ่ม

## After the end
page-skip-content = ข้ามไปยังเนื้อหา
page-ended-help = หากต้องการดูว่าตอนนี้มีอะไรให้บริการบ้าง โปรดไปที่เว็บไซต์โดยตรง
page-back-to-site = กลับไปที่เว็บไซต์
