### The waiting page: what every visitor of a room reads alike.

page-ahead-label = אנשים לפניך
page-wait-label = זמן המתנה משוער
page-number-label = המספר שלך בתור
page-progress-label = ההתקדמות שלך בתור
page-updated-label = עודכן לאחרונה
page-message-label = הודעה
page-keep-open = נא להשאיר את הדף הזה פתוח. הוא מתעדכן מעצמו, ומקומך נשמר גם לאחר טעינה מחדש או חזרה מעט מאוחר יותר.
page-leave = יציאה מהתור
page-queue-id-label = מזהה בתור
page-offline = החיבור נותק. מקומך נשמר, ואנחנו ממשיכים לנסות להתחבר.
page-online-again = החיבור חזר.
page-redirecting-headline = אנחנו מכניסים אותך
page-redirecting-lead = תודה על ההמתנה. עוד רגע מגיעים.
page-redirecting-link = מעבר לאתר עכשיו
page-skip = דילוג אל מקומך בתור
page-powered-by = מופעל באמצעות Anteroom
page-about-link = מהו הדף הזה?
page-status-link = מצב חדר ההמתנה הזה

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = זמן עד להתחלה
page-prequeue-countdown-label = זמן עד לפתיחת התור המקדים
# Label over a date with a time of day.
page-starts-at-label = התחלה
page-keep-open-before = נא להשאיר את הדף הזה פתוח. הוא מתעדכן מעצמו, וההשתתפות שלך בהגרלה נשמרת גם לאחר טעינה מחדש או חזרה לפני ההתחלה.
page-keep-open-idle = הדף הזה מתעדכן מעצמו. אין צורך לטעון אותו מחדש.

## Be told when it is your turn
page-notify-heading = הודיעו לי כשיגיע תורי
page-notify-sound = השמעת צליל
page-notify-vibration = רטט
page-notify-notification = הצגת התראה
page-notify-denied = הדפדפן שלך אינו מאפשר התראות מהדף הזה. אפשר לשנות זאת בהגדרות הדפדפן.

## Language and device
page-language-label = שפה
page-language-apply = שינוי שפה
page-move-link = המשך במכשיר אחר

## The draw
page-draw-heading = מה קורה בהתחלה
page-draw-closing = זמן קצר אחרי ההתחלה נסגר התור המקדים. מי שיגיע אחר כך יצטרף לתור אחרי כל מי שכבר היו כאן.
page-draw-chance = לאחר מכן מוגרל מספר לכל מי שנמצא בתור המקדים. לכולם סיכוי שווה, גם למי שהקדימו וגם למי שאיחרו.
page-draw-number = המספר שלך יופיע בדף הזה, והכניסה היא לפי סדר המספרים, מהנמוך לגבוה.
page-draw-with-beacon = בהגרלה משולב מספר אקראי ציבורי שאף אחד אינו יכול לדעת מראש, ולכן אף אחד אינו יכול לבחור את תוצאתה.
page-draw-check = כל אחד יכול לבדוק את ההגרלה לאחר מעשה.
page-draw-receipt = כל אחד יכול לבדוק את ההגרלה לאחר מעשה. אישור ההשתתפות שלך מוכיח שנכללת בה; כדאי לשמור אותו עד אז.
page-draw-receipt-link = הורדת אישור ההשתתפות
page-draw-check-link = איך בודקים את ההגרלה
page-drawn-link = המספר שלך הוגרל – לבדיקת ההגרלה

## After the end
page-skip-content = דילוג לתוכן
page-ended-help = כדי לראות מה מוצע כעת, נא לעבור לאתר עצמו.
page-back-to-site = חזרה לאתר
