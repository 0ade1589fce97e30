### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = ما هذه الصفحة؟
about-lead = هذه غرفة انتظار افتراضية. عندما يرغب في زيارة موقع عدد أكبر مما يستطيع خدمته جيدًا، ينتظر الزوار هنا بترتيب عادل ويدخلون واحدًا تلو الآخر.
about-how-heading = كيف تعمل
about-how-order = من يأتي أولًا يدخل أولًا. وإذا كانت غرفة الانتظار تُفتح في موعد محدد، يحصل كل من حضر قبله على رقم بقرعة يمكن لأي شخص التحقق منها.
about-how-place = يبقى دورك محفوظًا أثناء انتظارك، حتى إن أعدت تحميل الصفحة أو انقطع اتصالك أو أعدت تشغيل المتصفح.
about-how-turn = عندما يحين دورك تدخل تلقائيًا. لا يلزمك النقر على شيء، وإعادة التحميل لا تسرّع الأمر.
about-privacy-heading = ما الذي يُحفظ عنك
about-privacy = ملف تعريف ارتباط (كوكي) واحد يحفظ دورك في الطابور لمدة 7 أيام على الأكثر. لا يوجد أي تتبّع، ولا يُحمَّل شيء من أي مكان آخر.
about-accessibility-heading = للجميع
about-accessibility = صُمّمت هذه الصفحات لتعمل مع أي متصفح، وبلوحة المفاتيح، ومع قارئ الشاشة، وبالتكبير، ومن دون نصوص برمجية.
about-what-to-do-heading = ما الذي عليك فعله
about-what-to-do = لا شيء. افتح الموقع الذي تريد زيارته، وعند الازدحام سينقلك إلى غرفة انتظاره تلقائيًا.
about-source = تعمل غرفة الانتظار هذه ببرنامج Anteroom مفتوح المصدر.
about-status-link = حالة هذه الخدمة

## How it stands
health-title = الحالة
health-lead-good = كل شيء يعمل.
health-lead-starting = الخدمة قيد التشغيل.
health-lead-degraded = لا يمكن منح أدوار جديدة في الطابور الآن. وكل من لديه دور يحتفظ به.
health-lead-stopping = يُعاد تشغيل الخدمة. وكل من لديه دور يحتفظ به.
health-rooms-heading = غرف الانتظار
health-room-waiting-label = عدد الأشخاص في الطابور
health-room-outflow-label = عدد من دخلوا في الدقيقة الأخيرة
health-room-wait-label = مدة الانتظار المتوقعة للقادمين الجدد
health-room-enter = الانتقال إلى غرفة الانتظار
health-phase-idle = لم تُفتح بعد
health-phase-prequeue = قبل البداية
health-phase-queue = مفتوحة
health-phase-paused = متوقفة مؤقتًا
health-phase-disabled = الدخول مفتوح
health-phase-postqueue = مغلقة
health-updated = آخر تحديث: { $time }
