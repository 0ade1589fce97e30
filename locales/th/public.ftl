### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = หน้านี้คืออะไร
about-lead = นี่คือห้องรอออนไลน์ เมื่อมีคนต้องการเข้าเว็บไซต์มากกว่าที่เว็บไซต์จะให้บริการได้ดี ทุกคนจะรอที่นี่ตามลำดับอย่างเป็นธรรม และได้เข้าทีละคน
about-how-heading = ห้องรอทำงานอย่างไร
about-how-order = ใครมาก่อนได้เข้าก่อน หากห้องรอเปิดตามเวลาที่กำหนด ทุกคนที่อยู่ที่นั่นก่อนเวลาจะได้หมายเลขจากการสุ่มที่ใครก็ตรวจสอบได้
about-how-place = ลำดับคิวของคุณจะยังอยู่ระหว่างที่รอ แม้คุณจะโหลดหน้าใหม่ การเชื่อมต่อขาดหาย หรือเปิดเบราว์เซอร์ใหม่
about-how-turn = เมื่อถึงคิวของคุณ คุณจะได้เข้าเองโดยอัตโนมัติ ไม่ต้องคลิกอะไร และการโหลดหน้าใหม่ไม่ทำให้เร็วขึ้น
about-privacy-heading = ข้อมูลของคุณที่เก็บไว้
about-privacy = คุกกี้เพียงตัวเดียวที่เก็บลำดับคิวของคุณไว้ไม่เกิน 7 วัน ไม่มีการติดตาม และไม่มีการโหลดสิ่งใดจากที่อื่น
about-accessibility-heading = สำหรับทุกคน
about-accessibility = หน้าเหล่านี้ออกแบบให้ใช้ได้กับทุกเบราว์เซอร์ ทั้งด้วยแป้นพิมพ์ โปรแกรมอ่านหน้าจอ การขยายหน้าจอ และแม้ไม่มีสคริปต์
about-what-to-do-heading = ต้องทำอะไรบ้าง
about-what-to-do = ไม่ต้องทำอะไร เพียงเปิดเว็บไซต์ที่คุณต้องการเข้า เมื่อมีคนมาก เว็บไซต์จะพาคุณมายังห้องรอเอง
about-source = ห้องรอนี้ทำงานด้วย Anteroom ซึ่งเป็นซอฟต์แวร์โอเพนซอร์ส
about-status-link = สถานะของบริการนี้

## How it stands
health-title = สถานะ
health-lead-good = ทุกอย่างทำงานปกติ
health-lead-starting = บริการกำลังเริ่มทำงาน
health-lead-degraded = ขณะนี้ยังให้ลำดับคิวใหม่ไม่ได้ ทุกคนที่มีลำดับคิวอยู่แล้วยังคงมีอยู่
health-lead-stopping = บริการกำลังเริ่มใหม่ ทุกคนที่มีลำดับคิวอยู่แล้วยังคงมีอยู่
health-rooms-heading = ห้องรอ
health-room-waiting-label = คนในคิว
health-room-outflow-label = ได้เข้าในหนึ่งนาทีที่ผ่านมา
health-room-wait-label = เวลารอโดยประมาณสำหรับผู้มาใหม่
health-room-enter = ไปที่ห้องรอ
health-phase-idle = ยังไม่เปิด
health-phase-prequeue = คิวล่วงหน้า
health-phase-queue = เปิด
health-phase-paused = หยุดชั่วคราว
health-phase-disabled = ทุกคนผ่านเข้าได้เลย
health-phase-postqueue = ปิดแล้ว
health-updated = ข้อมูล ณ { $time }
