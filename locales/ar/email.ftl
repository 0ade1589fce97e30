### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = أرسلوا لي بريدًا إلكترونيًا عندما يقترب دوري
email-lead = اترك عنوان بريدك الإلكتروني، وسنكتب إليك مرة واحدة قبل دورك بقليل ({ $duration }). ثم نحذف العنوان.
email-label = عنوان البريد الإلكتروني
email-save = حفظ
email-kept = العنوان المحفوظ: {"\u2068"}{ $address }{"\u2069"}
email-remove = حذف العنوان
email-sent = أُرسلت الرسالة أو هي في الطريق إليك. لكل دور في الطابور رسالة واحدة فقط.

## When it does not work
email-error-address = هذا ليس عنوان بريد إلكتروني كاملًا. مثال: name@example.com
email-error-many = أُدخلت اليوم عناوين كثيرة جدًا. يُرجى إبقاء صفحة الانتظار مفتوحة بدلًا من ذلك.
email-error-link = لم يعد هذا الرابط صالحًا. دورك في الطابور محفوظ على الجهاز الذي استخدمته فيه آخر مرة.

## The e-mail
email-subject = {"\u2068"}{ $room }{"\u2069"}: اقترب دورك
email-late = إذا جئت متأخرًا فلن تفقد دورك في الطابور: ستدخل فور توفّر مكان.
email-late-limit = إذا جئت متأخرًا فسيُحفظ دورك مدة محدودة بعد حلوله: { $duration }
email-button = الانتقال إلى دوري في الطابور
email-why = وصلتك هذه الرسالة لأن عنوانك أُدخل في غرفة الانتظار {"\u2068"}{ $host }{"\u2069"}. حُذف العنوان هناك الآن، ولن تصلك رسالة أخرى. إذا لم تكن أنت من أدخله، فيمكنك تجاهل هذه الرسالة.

## A notification that comes with the page closed
push-button = إشعاري حتى عند إغلاق هذه الصفحة
push-failed = لم ينجح ذلك. يُرجى إبقاء هذه الصفحة مفتوحة بدلًا من ذلك.
