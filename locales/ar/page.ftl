### The waiting page: what every visitor of a room reads alike.

page-ahead-label = عدد الأشخاص أمامك
page-wait-label = مدة الانتظار المتوقعة
page-number-label = رقمك في الطابور
page-progress-label = تقدّمك في الطابور
page-updated-label = آخر تحديث
page-message-label = إعلان
page-keep-open = يُرجى إبقاء هذه الصفحة مفتوحة. تُحدَّث الصفحة تلقائيًا، ويبقى دورك محفوظًا حتى إن أعدت تحميلها أو عدت إليها بعد قليل.
page-leave = مغادرة الطابور
page-queue-id-label = معرّف الانتظار
page-offline = انقطع الاتصال. دورك محفوظ، ونحن نواصل المحاولة.
page-online-again = عاد الاتصال.
page-redirecting-headline = جارٍ تحويلك إلى الموقع
page-redirecting-lead = شكرًا لانتظارك. ستصل خلال لحظات.
page-redirecting-link = الانتقال الآن
page-skip = الانتقال إلى دورك في الطابور
page-powered-by = غرفة انتظار من Anteroom
page-about-link = ما هذه الصفحة؟
page-status-link = حالة غرفة الانتظار هذه

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = الوقت المتبقي حتى البداية
page-prequeue-countdown-label = الوقت المتبقي حتى فتح باب المشاركة في القرعة
# Label over a date with a time of day.
page-starts-at-label = موعد البداية
page-keep-open-before = يُرجى إبقاء هذه الصفحة مفتوحة. تُحدَّث الصفحة تلقائيًا، وتبقى ضمن القرعة حتى إن أعدت تحميلها أو عدت إليها قبل البداية.
page-keep-open-idle = تُحدَّث هذه الصفحة تلقائيًا، ولا حاجة إلى إعادة تحميلها.

## Be told when it is your turn
page-notify-heading = أعلمني عندما يحين دوري
page-notify-sound = تشغيل صوت
page-notify-vibration = الاهتزاز
page-notify-notification = عرض إشعار
page-notify-denied = لا يسمح متصفحك بالإشعارات من هذه الصفحة. يمكنك تغيير ذلك من إعداداته.

## Language and device
page-language-label = اللغة
page-language-apply = تغيير اللغة
page-move-link = المتابعة على جهاز آخر

## The draw
page-draw-heading = ماذا يحدث عند البداية
page-draw-closing = بعد البداية بقليل يُغلق باب المشاركة في القرعة. ومن يأتي بعد ذلك يقف في الطابور خلف جميع من شاركوا فيها.
page-draw-chance = ثم يُسحب بالقرعة رقم لكل مشارك. والفرصة متساوية للجميع، سواء حضروا مبكرًا أم متأخرًا.
page-draw-number = يظهر رقمك في هذه الصفحة، ويبدأ الدخول من أصغر رقم صعودًا.
page-draw-with-beacon = يدخل في القرعة رقم عشوائي معلن لا يمكن لأحد معرفته مسبقًا، فلا يستطيع أحد اختيار نتيجتها.
page-draw-check = يمكن لأي شخص التحقق من القرعة بعد إجرائها.
page-draw-receipt = يمكن لأي شخص التحقق من القرعة بعد إجرائها. ويثبت إيصالك أنك ضمنها، فاحتفظ به حتى ذلك الحين.
page-draw-receipt-link = تنزيل الإيصال
page-draw-check-link = كيفية التحقق من القرعة
page-drawn-link = سُحب رقمك بالقرعة – تحقق من القرعة

## After the end
page-skip-content = الانتقال إلى المحتوى
page-ended-help = لمعرفة المتاح حاليًا، يُرجى زيارة الموقع نفسه.
page-back-to-site = العودة إلى الموقع
