### Moving a place to another device.

## On the device that has the place
move-title = المتابعة على جهاز آخر
move-lead = يمكنك أن تأخذ دورك في الطابور معك، إلى هاتفك مثلًا. وعندئذ يصبح صالحًا على الجهاز الجديد فقط، ولا يعود صالحًا على هذا الجهاز.
move-make-code = عرض رمز
move-code-label = رمزك
move-scan = امسح هذه الصورة بكاميرا الجهاز الآخر، أو افتح هذا العنوان هناك واكتب الرمز:
move-picture-alt = رمز QR يحتوي على العنوان مع رمزك
move-good-for = يصلح الرمز لاستخدام واحد خلال الدقائق الخمس القادمة. لا تعرضه على أي شخص لا تريد أن يأخذ دورك.
move-back = العودة إلى دورك في الطابور
move-new-code = عرض رمز جديد

## On the device that takes it over
move-enter-title = استلام دورك
move-enter-lead = اكتب الرمز الذي يعرضه الجهاز الآخر.
move-enter-button = متابعة
move-confirm-lead = بهذا الزر ينتقل دورك في الطابور إلى هذا الجهاز، ولا يعود صالحًا على الجهاز الآخر.
move-confirm-button = نقل دوري إلى هنا
# The place that this browser holds itself is given up.
move-confirm-replaces = لهذا المتصفح دور في هذا الطابور بالفعل. سيُلغى هذا الدور ليحل محله الدور الذي تستلمه.

## When it does not work
move-error-code = هذا الرمز غير صالح. ربما كُتب خطأً أو استُخدم من قبل أو مضى عليه أكثر من 5 دقائق. يُرجى عرض رمز جديد على الجهاز الآخر.
move-error-many = جرت محاولات كثيرة. يُرجى الانتظار دقيقة ثم المحاولة مرة أخرى.
move-error-limit = نُقل هذا الدور أقصى عدد ممكن من المرات. يُرجى البقاء على الجهاز الذي لديه الدور.
move-error-away = هذا غير ممكن حاليًا بسبب مشكلة تقنية. يبقى دورك في مكانه. يُرجى المحاولة مرة أخرى.
move-error-turn = لقد حان دورك على الجهاز الآخر. يُرجى المتابعة هناك.

## Into the line of a priority group
move-priority-title = لديّ رمز أولوية
move-priority-lead = اكتب الرمز. ستنتظر بعدها في طابور المجموعة التي ينتمي إليها الرمز، وتتخلى عن دورك الحالي.
move-priority-error = هذا الرمز غير صالح هنا. ربما كُتب خطأً أو استُخدم من قبل أو انتهت مدته. يبقى دورك كما هو.
