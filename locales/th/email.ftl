### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = ส่งอีเมลถึงฉันเมื่อใกล้ถึงคิวของฉัน
email-lead = ฝากอีเมลของคุณไว้ แล้วเราจะส่งข้อความหาคุณหนึ่งครั้งก่อนถึงคิวเล็กน้อย ({ $duration }) จากนั้นเราจะลบอีเมลนั้น
email-label = ที่อยู่อีเมล
email-save = บันทึก
email-kept = อีเมลที่บันทึกไว้: { $address }
email-remove = ลบอีเมล
email-sent = ส่งอีเมลแล้วหรือกำลังส่ง แต่ละลำดับคิวมีเพียงหนึ่งฉบับ

## When it does not work
email-error-address = เราไม่สามารถส่งอีเมลไปยังที่อยู่นี้ได้ ตัวอย่าง: name@example.com
email-error-many = วันนี้มีผู้ฝากอีเมลมากเกินไปแล้ว โปรดเปิดหน้าลำดับคิวของคุณไว้แทน
email-error-link = ลิงก์นี้ใช้ไม่ได้แล้ว ลำดับคิวของคุณอยู่ในอุปกรณ์ที่คุณใช้ล่าสุด

## The e-mail
email-subject = { $room }: ใกล้ถึงคิวของคุณแล้ว
email-late = หากมาช้า คุณยังคงมีลำดับคิวอยู่ เราจะพาคุณเข้าทันทีที่มีที่ว่าง
email-late-limit = หากมาช้า ลำดับคิวของคุณจะเก็บไว้ในเวลาจำกัดหลังถึงคิว: { $duration }
email-button = ไปที่ลำดับคิวของฉัน
email-why = คุณได้รับอีเมลนี้เพราะมีการกรอกอีเมลของคุณในห้องรอ { $room } ({ $host }) ขณะนี้อีเมลของคุณถูกลบออกจากที่นั่นแล้ว และจะไม่มีข้อความอื่นอีก หากไม่ใช่คุณ โปรดเพิกเฉยต่ออีเมลนี้

## A notification that comes with the page closed
push-button = แจ้งเตือนฉันแม้ปิดหน้านี้
push-failed = ไม่สำเร็จ โปรดเปิดหน้านี้ไว้แทน
