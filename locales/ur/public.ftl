### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = یہ صفحہ کیا ہے؟
about-lead = یہ ایک آن لائن انتظار گاہ ہے۔ جب کسی ویب سائٹ پر اتنے لوگ آنا چاہیں کہ وہ سب کو اچھی طرح سنبھال نہ سکے، تو وہ یہاں منصفانہ ترتیب سے انتظار کرتے ہیں اور ایک ایک کر کے اندر بھیجے جاتے ہیں۔
about-how-heading = یہ کیسے کام کرتا ہے
about-how-order = جو پہلے آئے، وہ پہلے اندر جاتا ہے۔ جہاں انتظار گاہ مقررہ وقت پر کھلتی ہے، وہاں پہلے سے موجود ہر شخص کو ایسی قرعہ اندازی سے نمبر ملتا ہے جس کی جانچ کوئی بھی کر سکتا ہے۔
about-how-place = انتظار کے دوران آپ کی جگہ برقرار رہتی ہے، چاہے آپ صفحہ دوبارہ لوڈ کریں، رابطہ کٹ جائے یا براؤزر دوبارہ کھولیں۔
about-how-turn = آپ کی باری آنے پر آپ خود بخود اندر چلے جاتے ہیں۔ کہیں کلک نہیں کرنا پڑتا، اور دوبارہ لوڈ کرنے سے جلدی نہیں ہوتی۔
about-privacy-heading = آپ کے بارے میں کیا محفوظ رکھا جاتا ہے
about-privacy = ایک کوکی جو قطار میں آپ کی جگہ محفوظ رکھتی ہے، زیادہ سے زیادہ 7 دن کے لیے۔ کوئی ٹریکنگ نہیں ہوتی، اور کہیں اور سے کچھ لوڈ نہیں کیا جاتا۔
about-accessibility-heading = سب کے لیے
about-accessibility = یہ صفحات اس طرح بنائے گئے ہیں کہ ہر براؤزر میں، کی بورڈ سے، اسکرین ریڈر کے ساتھ، بڑا کر کے اور اسکرپٹس کے بغیر بھی کام کریں۔
about-what-to-do-heading = کیا کرنا ہے
about-what-to-do = کچھ نہیں۔ اپنی مطلوبہ ویب سائٹ کھولیں؛ رش ہو تو وہ آپ کو خود ہی اپنی انتظار گاہ میں لے آتی ہے۔
about-source = یہ انتظار گاہ Anteroom پر چلتی ہے، جو اوپن سورس ہے۔
about-status-link = اس سروس کی صورتِ حال

## How it stands
health-title = صورتِ حال
health-lead-good = سب کچھ ٹھیک کام کر رہا ہے۔
health-lead-starting = سروس شروع ہو رہی ہے۔
health-lead-degraded = اس وقت قطار میں نئی جگہیں نہیں دی جا سکتیں۔ جس کے پاس جگہ ہے، اس کی جگہ برقرار رہتی ہے۔
health-lead-stopping = سروس دوبارہ شروع کی جا رہی ہے۔ جس کے پاس جگہ ہے، اس کی جگہ برقرار رہتی ہے۔
health-rooms-heading = انتظار گاہیں
health-room-waiting-label = قطار میں لوگ
health-room-outflow-label = پچھلے ایک منٹ میں اندر گئے
health-room-wait-label = نئے آنے والوں کے لیے انتظار کا متوقع وقت
health-room-enter = انتظار گاہ میں جائیں
health-phase-idle = ابھی نہیں کھلی
health-phase-prequeue = ابتدائی قطار
health-phase-queue = کھلی ہے
health-phase-paused = عارضی طور پر رکی ہے
health-phase-disabled = سب سیدھے اندر جاتے ہیں
health-phase-postqueue = بند ہے
health-updated = بمطابق { $time }
