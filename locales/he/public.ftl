### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = מהו הדף הזה?
about-lead = זהו חדר המתנה וירטואלי. כשיותר אנשים רוצים להיכנס לאתר ממה שהוא יכול לשרת היטב, הם ממתינים כאן בסדר הוגן ונכנסים בזה אחר זה.
about-how-heading = איך זה עובד
about-how-order = מי שמגיע ראשון נכנס ראשון. כשחדר נפתח בשעה קבועה, כל מי שנמצא בו לפני כן מקבל מספר בהגרלה שכל אחד יכול לבדוק.
about-how-place = מקומך נשמר בזמן ההמתנה, גם אם הדף נטען מחדש, החיבור מתנתק או הדפדפן מופעל מחדש.
about-how-turn = כשמגיע תורך, הכניסה נעשית מעצמה. אין צורך ללחוץ על דבר, וטעינה מחדש אינה מזרזת דבר.
about-privacy-heading = מה נשמר עליך
about-privacy = עוגייה (Cookie) אחת ששומרת את מקומך בתור, ל־7 ימים לכל היותר. אין מעקב, ודבר אינו נטען ממקום אחר.
about-accessibility-heading = לכולם
about-accessibility = הדפים האלה נועדו לפעול בכל דפדפן, במקלדת, עם קורא מסך, בהגדלה ובלי סקריפטים.
about-what-to-do-heading = מה צריך לעשות
about-what-to-do = שום דבר. פשוט לפתוח את האתר הרצוי; כשיש בו עומס, הוא מעביר אותך לחדר ההמתנה מעצמו.
about-source = חדר ההמתנה הזה פועל באמצעות Anteroom, תוכנת קוד פתוח.
about-status-link = מצב השירות הזה

## How it stands
health-title = מצב
health-lead-good = הכול פועל.
health-lead-starting = השירות עולה כעת.
health-lead-degraded = כרגע אי אפשר לתת מקומות חדשים בתור. לכל מי שכבר יש מקום, המקום נשמר.
health-lead-stopping = השירות מופעל מחדש. לכל מי שכבר יש מקום, המקום נשמר.
health-rooms-heading = חדרי המתנה
health-room-waiting-label = אנשים בתור
health-room-outflow-label = נכנסו בדקה האחרונה
health-room-wait-label = זמן המתנה משוער למצטרפים חדשים
health-room-enter = מעבר לחדר ההמתנה
health-phase-idle = עדיין לא פתוח
health-phase-prequeue = תור מקדים
health-phase-queue = פתוח
health-phase-paused = מושהה
health-phase-disabled = כניסה חופשית
health-phase-postqueue = סגור
health-updated = נכון ל־{ $time }
