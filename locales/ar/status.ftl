### الجزء المتجدد من صفحة الانتظار.

## عنوان علامة التبويب
status-title-in-line = أمامك { $ahead } · {"\u2068"}{ $room }{"\u2069"}
status-title-next = أنت التالي · {"\u2068"}{ $room }{"\u2069"}
status-title-first-in-line = حان دورك · {"\u2068"}{ $room }{"\u2069"}
status-title-paused = توقّف مؤقت · {"\u2068"}{ $room }{"\u2069"}
status-title-redirecting = جارٍ إدخالك · {"\u2068"}{ $room }{"\u2069"}
status-title-starts = يبدأ خلال { $countdown } · {"\u2068"}{ $room }{"\u2069"}
status-title-idle = لم تُفتح بعد · {"\u2068"}{ $room }{"\u2069"}
status-title-prequeue = قبل البداية · {"\u2068"}{ $room }{"\u2069"}
status-title-drawing = جارٍ سحب الأرقام · {"\u2068"}{ $room }{"\u2069"}
status-title-ended = أُغلقت · {"\u2068"}{ $room }{"\u2069"}

## العنوان والجملة التي تحته
status-headline-in-line = أنت في الطابور
status-headline-next = دورك هو التالي
status-headline-first-in-line = حان دورك
status-headline-paused = الطابور متوقف مؤقتًا
status-headline-idle = لم يبدأ الدخول بعد
status-headline-prequeue = أنت في الطابور التمهيدي
status-headline-drawing = يجري الآن سحب الأرقام
status-headline-ended = أُغلقت غرفة الانتظار هذه
status-lead-in-line = عندما يحين دورك سندخلك تلقائيًا.
status-lead-next = لم يعد أمامك أحد. سندخلك فور توفّر مكان.
status-lead-first-in-line = يُرجى البقاء في هذه الصفحة. سندخلك فور توفّر مكان.
status-lead-paused = لا يدخل أحد في الوقت الحالي. دورك محفوظ، وسيتحرك الطابور من جديد في أقرب وقت ممكن.
status-lead-idle = ليس لديك دور بعد. أبقِ هذه الصفحة مفتوحة، وستحصل على دور فور افتتاح غرفة الانتظار.
status-lead-prequeue = لكل من يكون هنا عند البداية الفرصة نفسها، فالأرقام تُسحب بالقرعة. ولا فرق بين من حضر أولًا ومن حضر لاحقًا.
status-lead-drawing = لن يستغرق ذلك سوى ثوانٍ. وسيظهر رقمك تلقائيًا فور انتهاء القرعة.
status-lead-ended = لم يعد الدخول متاحًا. شكرًا لاهتمامك.

## ما يقوله قارئ الشاشة
status-announce-in-line =
    { $ahead ->
        [zero] لا أحد أمامك.
        [one] أمامك شخص واحد.
        [two] أمامك شخصان.
        [few] أمامك { $ahead } أشخاص.
        [many] أمامك { $ahead } شخصًا.
       *[other] أمامك { $ahead } شخص.
    } مدة الانتظار المتوقعة: { $wait }.
status-announce-next = لم يعد أمامك أحد. مدة الانتظار المتوقعة: { $wait }.
status-announce-first-in-line = حان دورك. سندخلك فور توفّر مكان.
status-announce-paused = الطابور متوقف مؤقتًا. دورك محفوظ.
status-announce-redirecting = سندخلك الآن.
status-announce-starts = البداية خلال { $countdown }.
status-announce-idle = لم يبدأ الدخول بعد، وليس لديك دور بعد.
status-announce-prequeue = أنت في الطابور التمهيدي. تُسحب الأرقام بعد البداية.
status-announce-drawing = يجري الآن سحب الأرقام. لن يستغرق ذلك سوى ثوانٍ.
status-announce-ended = أُغلقت غرفة الانتظار هذه.

## المدة المتوقعة
status-wait-unknown = غير معروفة حاليًا
status-wait-under-a-minute = أقل من دقيقة
status-wait-over-a-day = أكثر من يوم
status-wait-about = نحو { $duration }
status-wait-up-to = حتى { $duration }
status-wait-between = من { $low } إلى { $high }
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
status-wait-because = { $wait }؛ { $reason }
status-duration-minutes =
    { $minutes ->
        [zero] { $minutes } دقيقة
        [one] دقيقة واحدة
        [two] دقيقتين
        [few] { $minutes } دقائق
        [many] { $minutes } دقيقة
       *[other] { $minutes } دقيقة
    }
status-duration-hours =
    { $hours ->
        [zero] { $hours } ساعة
        [one] ساعة واحدة
        [two] ساعتين
        [few] { $hours } ساعات
        [many] { $hours } ساعة
       *[other] { $hours } ساعة
    }
status-duration-both = { $hours } و{ $minutes }

## الوقت حتى البداية، بعد «خلال»
status-countdown-now = لحظات
status-countdown-under-a-minute = أقل من دقيقة
status-countdown-days =
    { $days ->
        [zero] { $days } يوم
        [one] يوم واحد
        [two] يومين
        [few] { $days } أيام
        [many] { $days } يومًا
       *[other] { $days } يوم
    }
status-countdown-both = { $days } و{ $hours }

## سبب ازدياد المدة
status-reason-operator-slowed = الدخول أبطأ الآن
status-reason-paused = توقّف الطابور مؤقتًا
status-reason-more-came-back = عاد عدد أكبر من المتوقع
status-reason-store-away = نعالج مشكلة تقنية
status-reason-capped-by-sessions = الموقع ممتلئ، ولا يدخل أحد إلا بعد خروج غيره
status-reason-pool-shared = يؤدي طابور آخر إلى الموقع نفسه وهو مزدحم أيضًا
status-reason-autotune-slowed = الموقع بطيء حاليًا، ولذلك يدخل عدد أقل
status-reason-priority = يدخل أصحاب الأولوية أولًا
