### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = آپ سے آگے: { $ahead } · {"\u2068"}{ $room }{"\u2069"}
status-title-waiting = آپ قطار میں ہیں · {"\u2068"}{ $room }{"\u2069"}
status-title-next = اگلی باری آپ کی ہے · {"\u2068"}{ $room }{"\u2069"}
status-title-first-in-line = آپ کی باری ہے · {"\u2068"}{ $room }{"\u2069"}
status-title-paused = قطار عارضی طور پر رکی ہے · {"\u2068"}{ $room }{"\u2069"}
status-title-sold-out = سب بک گیا · {"\u2068"}{ $room }{"\u2069"}
status-title-redirecting = داخلہ ہو رہا ہے · {"\u2068"}{ $room }{"\u2069"}
status-title-starts = آغاز میں باقی وقت: { $countdown } · {"\u2068"}{ $room }{"\u2069"}
status-title-idle = ابھی نہیں کھلی · {"\u2068"}{ $room }{"\u2069"}
status-title-prequeue = آغاز سے پہلے · {"\u2068"}{ $room }{"\u2069"}
status-title-drawing = نمبر نکالے جا رہے ہیں · {"\u2068"}{ $room }{"\u2069"}
status-title-ended = بند · {"\u2068"}{ $room }{"\u2069"}

## Heading and the sentence under it
status-headline-in-line = آپ قطار میں ہیں
status-headline-next = اگلی باری آپ کی ہے
status-headline-almost = آپ کی باری آنے ہی والی ہے
status-headline-first-in-line = آپ کی باری ہے
status-headline-paused = قطار عارضی طور پر روکی گئی ہے
status-headline-sold-out = فی الحال سب بک چکا ہے
status-headline-idle = ابھی آغاز نہیں ہوا
status-headline-prequeue = آپ ابتدائی قطار میں ہیں
status-headline-drawing = نمبر نکالے جا رہے ہیں
status-headline-ended = یہ انتظار گاہ بند ہے
status-lead-in-line = آپ کی باری آنے پر ہم آپ کو خود بخود اندر بھیج دیتے ہیں۔
status-lead-next = اب آپ سے آگے کوئی نہیں۔ گنجائش ہوتے ہی ہم آپ کو اندر بھیج دیں گے۔
status-lead-almost = آپ اُن لوگوں میں ہیں جنہیں اس کے بعد اندر بھیجا جائے گا۔ براہِ کرم اسی صفحے پر رہیں۔
status-lead-first-in-line = براہِ کرم اسی صفحے پر رہیں۔ گنجائش ہوتے ہی ہم آپ کو اندر بھیج دیں گے۔
status-lead-paused = فی الحال کسی کو اندر نہیں بھیجا جا رہا۔ آپ کی جگہ برقرار ہے، اور قطار ممکن ہوتے ہی آگے بڑھے گی۔
status-lead-sold-out = اس وقت کچھ باقی نہیں ہے، اس لیے کسی کو اندر نہیں بھیجا جا رہا۔ آپ کی جگہ برقرار ہے، شاید مزید دستیاب ہو جائے۔
status-lead-idle = قطار میں ابھی آپ کی جگہ نہیں ہے۔ یہ صفحہ کھلا رکھیں: انتظار گاہ کھلتے ہی یہ آپ کے لیے جگہ لے لے گا۔
status-lead-prequeue = آغاز کے وقت یہاں موجود ہر شخص کا موقع برابر ہے: نمبر قرعے سے نکالے جاتے ہیں۔ اس سے فرق نہیں پڑتا کہ کون پہلے آیا۔
status-lead-drawing = اس میں چند سیکنڈ لگتے ہیں۔ قرعہ اندازی مکمل ہوتے ہی آپ کا نمبر خود بخود آ جائے گا۔
status-lead-ended = اب کسی کو اندر نہیں بھیجا جا رہا۔ آپ کی دلچسپی کا شکریہ۔

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] آپ سے آگے { $ahead } شخص ہے۔
       *[other] آپ سے آگے { $ahead } لوگ ہیں۔
    } انتظار کا متوقع وقت: { $wait }۔
status-announce-ahead =
    { $ahead ->
        [one] آپ سے آگے { $ahead } شخص ہے۔
       *[other] آپ سے آگے { $ahead } لوگ ہیں۔
    }
status-announce-wait = انتظار کا متوقع وقت: { $wait }۔
status-announce-next = اب آپ سے آگے کوئی نہیں۔ انتظار کا متوقع وقت: { $wait }۔
status-announce-first-in-line = آپ کی باری ہے۔ گنجائش ہوتے ہی ہم آپ کو اندر بھیج دیں گے۔
status-announce-paused = قطار عارضی طور پر روکی گئی ہے۔ آپ کی جگہ برقرار ہے۔
status-announce-redirecting = ہم آپ کو ابھی اندر بھیج رہے ہیں۔
status-announce-starts = آغاز میں باقی وقت: { $countdown }۔
status-announce-idle = ابھی آغاز نہیں ہوا۔ قطار میں ابھی آپ کی جگہ نہیں ہے۔
status-announce-prequeue = آپ ابتدائی قطار میں ہیں۔ نمبر آغاز کے بعد نکالے جائیں گے۔
status-announce-drawing = نمبر نکالے جا رہے ہیں۔ اس میں چند سیکنڈ لگتے ہیں۔
status-announce-ended = یہ انتظار گاہ بند ہے۔

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = فی الحال معلوم نہیں
status-wait-not-yet = ابھی تک معلوم نہیں
status-wait-under-a-minute = ایک منٹ سے کم
status-wait-over-a-day = ایک دن سے زیادہ
status-wait-about = تقریباً { $duration }
status-wait-up-to = زیادہ سے زیادہ { $duration }
status-wait-between = { $low } تا { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low } تا { $high } منٹ
       *[other] { $low } تا { $high } منٹ
    }
status-wait-range-hours =
    { $high ->
        [one] { $low } تا { $high } گھنٹہ
       *[other] { $low } تا { $high } گھنٹے
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = تقریباً { $left } باقی ہیں۔
status-stock-few = بس چند باقی ہیں۔

## The time to the start, under “Time until the start”
status-countdown-now = بس ایک لمحہ
status-countdown-under-a-minute = ایک منٹ سے کم

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = انتظار بڑھ گیا ہے کیونکہ لوگوں کو آہستہ رفتار سے اندر بھیجا جا رہا ہے۔
status-reason-paused = انتظار بڑھ گیا ہے کیونکہ قطار روکی گئی تھی۔
status-reason-more-came-back = انتظار بڑھ گیا ہے کیونکہ توقع سے زیادہ لوگ واپس آئے ہیں۔
status-reason-store-away = انتظار بڑھ گیا ہے کیونکہ ہمیں ایک تکنیکی مسئلہ درپیش ہے۔ ہم اسے حل کر رہے ہیں۔
status-reason-capped-by-sessions = انتظار بڑھ گیا ہے کیونکہ ویب سائٹ پر گنجائش ختم ہے۔ جیسے جیسے لوگ جاتے ہیں، دوسرے اندر آتے ہیں۔
status-reason-pool-shared = انتظار بڑھ گیا ہے کیونکہ ایک اور قطار بھی اسی ویب سائٹ کی طرف جاتی ہے اور وہاں بھی رش ہے۔
status-reason-autotune-slowed = انتظار بڑھ گیا ہے کیونکہ ویب سائٹ اس وقت سست ہے، اس لیے کم لوگ اندر بھیجے جا رہے ہیں۔
status-reason-priority = انتظار بڑھ گیا ہے کیونکہ ترجیح رکھنے والے لوگوں کو پہلے اندر بھیجا جاتا ہے۔
status-reason-restored = انتظار بڑھ گیا ہے کیونکہ تکنیکی مسئلے کے بعد ہمیں قطار بحال کرنی پڑی۔
