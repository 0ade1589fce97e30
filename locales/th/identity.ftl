### Who a newcomer is: a code by e-mail.

identity-title = ยืนยันที่อยู่อีเมลของคุณ
identity-lead = เราจะส่งรหัสให้คุณ ที่อยู่อีเมลหนึ่งรายการมีลำดับคิวได้หนึ่งลำดับ
identity-send = ส่งรหัสให้ฉัน
identity-sent = เราส่งรหัสทางอีเมลให้คุณแล้ว ใช้ได้ภายใน { $duration }
identity-code-label = รหัสจากอีเมล
identity-again = ไม่ได้รับอีเมลใช่ไหม ขอรหัสใหม่หรือใช้ที่อยู่อื่น
identity-error-code = รหัสนี้ไม่ถูกต้อง โปรดตรวจสอบอีเมลแล้วลองอีกครั้ง
identity-error-old = รหัสนี้ใช้ไม่ได้แล้ว โปรดขอรหัสใหม่
identity-error-send = ส่งอีเมลไม่สำเร็จ โปรดลองอีกครั้งในหนึ่งนาที
identity-subject = { $room }: รหัสของคุณคือ { $code }
identity-why = กรอกรหัสในหน้าห้องรอ { $host } หากคุณไม่ได้ขอรหัสนี้ ไม่ต้องสนใจอีเมลฉบับนี้ อย่าบอกรหัสแก่ใคร
identity-sign-in = ลงชื่อเข้าใช้
identity-sign-in-lead = โปรดลงชื่อเข้าใช้ บัญชีหนึ่งบัญชีมีลำดับคิวได้หนึ่งลำดับ
identity-error-sign-in = ลงชื่อเข้าใช้ไม่สำเร็จ โปรดลองอีกครั้ง
