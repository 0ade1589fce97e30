### صفحة الانتظار: النصوص المشتركة بين جميع الزوار.

page-ahead-label = عدد الأشخاص أمامك
page-wait-label = مدة الانتظار المتوقعة
page-number-label = رقمك في الطابور
page-progress-label = تقدّمك في الطابور
page-updated-label = آخر تحديث
page-message-label = إعلان
page-keep-open = يُرجى إبقاء هذه الصفحة مفتوحة. تُحدَّث الصفحة تلقائيًا، ويبقى دورك محفوظًا حتى إن أعدت تحميلها أو عدت إليها بعد قليل.
page-no-script = يُعاد تحميل هذه الصفحة تلقائيًا، ولا يلزمك فعل أي شيء.
page-leave = مغادرة الطابور
page-queue-id-label = معرّف الانتظار
page-offline = انقطع الاتصال. دورك محفوظ، ونحن نواصل المحاولة.
page-online-again = عاد الاتصال.
page-redirecting-headline = حان وقت دخولك
page-redirecting-lead = شكرًا لانتظارك. ستصل خلال لحظات.
page-redirecting-link = الانتقال الآن
page-skip = الانتقال إلى دورك في الطابور
page-powered-by = غرفة انتظار من Anteroom
