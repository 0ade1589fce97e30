### The waiting page: what every visitor of a room reads alike.

page-ahead-label = آپ سے آگے لوگ
page-wait-label = انتظار کا متوقع وقت
page-number-label = قطار میں آپ کا نمبر
page-progress-label = قطار میں آپ کی پیش رفت
page-updated-label = آخری بار اپ ڈیٹ
page-message-label = اعلان
page-keep-open = براہِ کرم یہ صفحہ کھلا رکھیں۔ یہ خود بخود اپ ڈیٹ ہوتا ہے، اور اگر آپ اسے دوبارہ لوڈ کریں یا کچھ دیر بعد واپس آئیں تب بھی آپ کی جگہ برقرار رہتی ہے۔
page-leave = قطار چھوڑیں
page-queue-id-label = قطار کی آئی ڈی
page-offline = رابطہ منقطع ہو گیا ہے۔ آپ کی جگہ برقرار ہے، اور ہم کوشش جاری رکھے ہوئے ہیں۔
page-online-again = رابطہ بحال ہو گیا ہے۔
page-redirecting-headline = ہم آپ کو اندر بھیج رہے ہیں
page-redirecting-lead = انتظار کرنے کا شکریہ۔ آپ ابھی پہنچ جائیں گے۔
page-redirecting-link = ابھی وہاں جائیں
page-skip = سیدھے قطار میں اپنی جگہ پر جائیں
page-powered-by = Anteroom کے ذریعے فراہم کردہ
page-about-link = یہ صفحہ کیا ہے؟
page-status-link = اس انتظار گاہ کی صورتِ حال

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = آغاز میں باقی وقت
page-prequeue-countdown-label = ابتدائی قطار کھلنے میں باقی وقت
# Label over a date with a time of day.
page-starts-at-label = آغاز
page-keep-open-before = براہِ کرم یہ صفحہ کھلا رکھیں۔ یہ خود بخود اپ ڈیٹ ہوتا ہے، اور اگر آپ اسے دوبارہ لوڈ کریں یا آغاز سے پہلے واپس آ جائیں تب بھی آپ قرعہ اندازی میں شامل رہتے ہیں۔
page-keep-open-idle = یہ صفحہ خود بخود اپ ڈیٹ ہوتا ہے۔ آپ کو اسے دوبارہ لوڈ کرنے کی ضرورت نہیں۔

## Be told when it is your turn
page-notify-heading = میری باری آنے پر مجھے بتائیں
page-notify-sound = آواز بجائیں
page-notify-vibration = وائبریشن
page-notify-notification = اطلاع دکھائیں
page-notify-denied = آپ کا براؤزر اس صفحے کو اطلاعات کی اجازت نہیں دیتا۔ آپ یہ بات براؤزر کی ترتیبات میں بدل سکتے ہیں۔

## Language and device
page-language-label = زبان
page-language-apply = زبان بدلیں
page-move-link = کسی اور آلے پر جاری رکھیں

## The draw
page-draw-heading = آغاز پر کیا ہوتا ہے
page-draw-closing = آغاز کے تھوڑی دیر بعد ابتدائی قطار بند ہو جاتی ہے۔ جو اس کے بعد آئے گا، وہ پہلے سے موجود سب لوگوں کے پیچھے قطار میں لگے گا۔
page-draw-chance = پھر ابتدائی قطار میں موجود ہر شخص کے لیے قرعے سے ایک نمبر نکالا جاتا ہے۔ سب کا موقع برابر ہے، چاہے کوئی جلدی آیا ہو یا دیر سے۔
page-draw-number = آپ کا نمبر اسی صفحے پر آ جاتا ہے، اور لوگوں کو سب سے چھوٹے نمبر سے ترتیب وار اندر بھیجا جاتا ہے۔
page-draw-with-beacon = قرعہ اندازی میں ایک ایسا عوامی رینڈم عدد شامل ہوتا ہے جسے کوئی پہلے سے نہیں جان سکتا، تاکہ کوئی بھی نتیجہ اپنی مرضی سے نہ چن سکے۔
page-draw-check = بعد میں کوئی بھی قرعہ اندازی کی جانچ کر سکتا ہے۔
page-draw-receipt = بعد میں کوئی بھی قرعہ اندازی کی جانچ کر سکتا ہے۔ آپ کی رسید ثابت کرتی ہے کہ آپ اس میں شامل ہیں؛ اسے تب تک سنبھال کر رکھیں۔
page-draw-receipt-link = اپنی رسید ڈاؤن لوڈ کریں
page-draw-check-link = قرعہ اندازی کی جانچ کیسے کریں
page-drawn-link = آپ کا نمبر نکل آیا – قرعہ اندازی کی جانچ کریں

## After the end
page-skip-content = سیدھے مواد پر جائیں
page-ended-help = یہ دیکھنے کے لیے کہ اب کیا دستیاب ہے، براہِ کرم خود ویب سائٹ پر جائیں۔
page-back-to-site = ویب سائٹ پر واپس جائیں
