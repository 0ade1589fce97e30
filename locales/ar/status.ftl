### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = أمامك { $ahead } · {"\u2068"}{ $room }{"\u2069"}
status-title-waiting = أنت في الطابور · {"\u2068"}{ $room }{"\u2069"}
status-title-next = دورك هو التالي · {"\u2068"}{ $room }{"\u2069"}
status-title-first-in-line = حان دورك · {"\u2068"}{ $room }{"\u2069"}
status-title-paused = توقّف مؤقت · {"\u2068"}{ $room }{"\u2069"}
status-title-sold-out = نفدت الكمية · {"\u2068"}{ $room }{"\u2069"}
status-title-redirecting = جارٍ تحويلك · {"\u2068"}{ $room }{"\u2069"}
status-title-starts = حتى البداية: { $countdown } · {"\u2068"}{ $room }{"\u2069"}
status-title-idle = لم تُفتح بعد · {"\u2068"}{ $room }{"\u2069"}
status-title-prequeue = قبل البداية · {"\u2068"}{ $room }{"\u2069"}
status-title-drawing = جارٍ سحب الأرقام · {"\u2068"}{ $room }{"\u2069"}
status-title-ended = أُغلقت · {"\u2068"}{ $room }{"\u2069"}

## Heading and the sentence under it
status-headline-in-line = أنت في الطابور
status-headline-next = دورك هو التالي
status-headline-almost = اقترب دورك
status-headline-first-in-line = حان دورك
status-headline-paused = الطابور متوقف مؤقتًا
status-headline-sold-out = نفدت الكمية حاليًا
status-headline-idle = لم يبدأ بعد
status-headline-prequeue = أنت مشارك في القرعة
status-headline-drawing = يجري الآن سحب الأرقام
status-headline-ended = أُغلقت غرفة الانتظار هذه
status-lead-in-line = عندما يحين دورك ستدخل تلقائيًا.
status-lead-next = لم يعد أمامك أحد. ستدخل فور توفّر مكان.
status-lead-almost = أنت ضمن المجموعة التالية التي ستدخل. يُرجى البقاء في هذه الصفحة.
status-lead-first-in-line = يُرجى البقاء في هذه الصفحة. ستدخل فور توفّر مكان.
status-lead-paused = لا يدخل أحد في الوقت الحالي. دورك محفوظ، وسيتحرك الطابور من جديد حالما يمكن ذلك.
status-lead-sold-out = لم يتبقَّ شيء الآن، لذلك لا يدخل أحد. دورك في الطابور محفوظ في حال توفّر المزيد.
status-lead-idle = ليس لديك دور في الطابور بعد. أبقِ هذه الصفحة مفتوحة، وستحصل على دور فور افتتاح غرفة الانتظار.
status-lead-prequeue = لكل من يكون هنا عند البداية الفرصة نفسها، فالأرقام تُسحب بالقرعة. ولا فرق بين من حضر أولًا ومن حضر لاحقًا.
status-lead-drawing = لن يستغرق ذلك سوى ثوانٍ. وسيظهر رقمك تلقائيًا فور انتهاء القرعة.
status-lead-ended = لم يعد الدخول متاحًا. شكرًا لاهتمامك.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [zero] لا أحد أمامك.
        [one] أمامك شخص واحد.
        [two] أمامك شخصان.
        [few] أمامك { $ahead } أشخاص.
        [many] أمامك { $ahead } شخصًا.
       *[other] أمامك { $ahead } شخص.
    } مدة الانتظار المتوقعة: { $wait }.
status-announce-ahead =
    { $ahead ->
        [zero] لا أحد أمامك.
        [one] أمامك شخص واحد.
        [two] أمامك شخصان.
        [few] أمامك { $ahead } أشخاص.
        [many] أمامك { $ahead } شخصًا.
       *[other] أمامك { $ahead } شخص.
    }
status-announce-wait = مدة الانتظار المتوقعة: { $wait }.
status-announce-next = لم يعد أمامك أحد. مدة الانتظار المتوقعة: { $wait }.
status-announce-first-in-line = حان دورك. ستدخل فور توفّر مكان.
status-announce-paused = الطابور متوقف مؤقتًا. دورك محفوظ.
status-announce-redirecting = جارٍ تحويلك إلى الموقع الآن.
status-announce-starts = الوقت المتبقي حتى البداية: { $countdown }.
status-announce-idle = لم يبدأ بعد، وليس لديك دور في الطابور بعد.
status-announce-prequeue = أنت مشارك في القرعة. تُسحب الأرقام بعد البداية.
status-announce-drawing = يجري الآن سحب الأرقام. لن يستغرق ذلك سوى ثوانٍ.
status-announce-ended = أُغلقت غرفة الانتظار هذه.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = غير معروفة حاليًا
status-wait-not-yet = غير معروفة بعد
status-wait-under-a-minute = أقل من دقيقة
status-wait-over-a-day = أكثر من يوم
status-wait-about = { $duration } تقريبًا
status-wait-up-to = { $duration } كحد أقصى
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [zero] من { $low } إلى { $high } دقيقة
        [one] من { $low } إلى { $high } دقيقة
        [two] من دقيقة إلى دقيقتين
        [few] من { $low } إلى { $high } دقائق
        [many] من { $low } إلى { $high } دقيقة
       *[other] من { $low } إلى { $high } دقيقة
    }
status-wait-range-hours =
    { $high ->
        [zero] من { $low } إلى { $high } ساعة
        [one] من { $low } إلى { $high } ساعة
        [two] من ساعة إلى ساعتين
        [few] من { $low } إلى { $high } ساعات
        [many] من { $low } إلى { $high } ساعة
       *[other] من { $low } إلى { $high } ساعة
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = المتبقي نحو { $left }.
status-stock-few = لم يتبقَّ إلا القليل.

## The time to the start, under “Time until the start”
status-countdown-now = لحظات
status-countdown-under-a-minute = أقل من دقيقة

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = زادت مدة الانتظار الآن لأن الدخول صار أبطأ.
status-reason-paused = زادت مدة الانتظار الآن لأن الطابور توقّف مؤقتًا.
status-reason-more-came-back = زادت مدة الانتظار الآن لأن عددًا أكبر من المتوقع قد عاد إلى الطابور.
status-reason-store-away = زادت مدة الانتظار الآن بسبب مشكلة تقنية لدينا. نحن نعمل على حلها.
status-reason-capped-by-sessions = زادت مدة الانتظار الآن لأن الموقع ممتلئ. يدخل المنتظرون كلما خرج آخرون.
status-reason-pool-shared = زادت مدة الانتظار الآن لأن طابورًا آخر يؤدي إلى الموقع نفسه وهو مزدحم أيضًا.
status-reason-autotune-slowed = زادت مدة الانتظار الآن لأن الموقع بطيء حاليًا، ولذلك يدخل عدد أقل من الأشخاص.
status-reason-priority = زادت مدة الانتظار الآن لأن أصحاب الأولوية يدخلون أولًا.
status-reason-restored = زادت مدة الانتظار الآن لأننا اضطررنا إلى استعادة الطابور بعد مشكلة تقنية.
