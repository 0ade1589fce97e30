### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = أرسلوا لي بريدًا إلكترونيًا عندما يقترب دوري
email-lead = اترك عنوان بريدك الإلكتروني، ونكتب إليك مرة واحدة قبل دورك بقليل ({ $duration }). ثم نحذف العنوان.
email-label = عنوان البريد الإلكتروني
email-save = حفظ
email-kept = العنوان المحفوظ: { $address }
email-remove = حذف العنوان
email-sent = أُرسلت الرسالة أو هي في الطريق إليك. لكل دور رسالة واحدة فقط.

## When it does not work
email-error-address = هذا ليس عنوان بريد إلكتروني كاملًا. مثال: name@example.com
email-error-many = أُدخلت اليوم عناوين كثيرة جدًا. يُرجى إبقاء صفحة دورك مفتوحة بدلًا من ذلك.
email-error-link = لم يعد هذا الرابط صالحًا. دورك موجود على الجهاز الذي استخدمته آخر مرة.

## The e-mail
email-subject = { $room }: اقترب دورك
email-late = إذا جئت متأخرًا فلن تفقد دورك: نُدخلك حالما يتوفر مكان.
email-late-limit = إذا جئت متأخرًا فسيُحفظ دورك مدة محدودة بعد حلوله: { $duration }
email-button = الذهاب إلى دوري
email-why = وصلتك هذه الرسالة لأن عنوانك أُدخل في غرفة الانتظار { $host }. حُذف العنوان هناك الآن، ولن تصلك رسالة أخرى. إذا لم تكن أنت من أدخله، فيمكنك تجاهل هذه الرسالة.
