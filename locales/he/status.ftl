### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } לפניך · {"\u2068"}{ $room }{"\u2069"}
status-title-waiting = מקומך בתור שמור · {"\u2068"}{ $room }{"\u2069"}
status-title-next = תורך הוא הבא · {"\u2068"}{ $room }{"\u2069"}
status-title-first-in-line = הגיע תורך · {"\u2068"}{ $room }{"\u2069"}
status-title-paused = מושהה · {"\u2068"}{ $room }{"\u2069"}
status-title-sold-out = אזל המלאי · {"\u2068"}{ $room }{"\u2069"}
status-title-redirecting = נכנסים · {"\u2068"}{ $room }{"\u2069"}
status-title-starts = עד להתחלה: { $countdown } · {"\u2068"}{ $room }{"\u2069"}
status-title-idle = עדיין לא פתוח · {"\u2068"}{ $room }{"\u2069"}
status-title-prequeue = לפני ההתחלה · {"\u2068"}{ $room }{"\u2069"}
status-title-drawing = המספרים מוגרלים · {"\u2068"}{ $room }{"\u2069"}
status-title-ended = סגור · {"\u2068"}{ $room }{"\u2069"}

## Heading and the sentence under it
status-headline-in-line = מקומך בתור שמור
status-headline-next = תורך הוא הבא
status-headline-almost = כמעט הגיע תורך
status-headline-first-in-line = הגיע תורך
status-headline-paused = התור מושהה
status-headline-sold-out = המלאי אזל לעת עתה
status-headline-idle = עדיין לא התחיל
status-headline-prequeue = נכנסת לתור המקדים
status-headline-drawing = המספרים מוגרלים כעת
status-headline-ended = חדר ההמתנה הזה סגור
status-lead-in-line = כשיגיע תורך, נכניס אותך באופן אוטומטי.
status-lead-next = אין יותר אף אחד לפניך. נכניס אותך ברגע שיתפנה מקום.
status-lead-almost = תורך להיכנס מגיע ממש בקרוב. נא להישאר בדף הזה.
status-lead-first-in-line = נא להישאר בדף הזה. נכניס אותך ברגע שיתפנה מקום.
status-lead-paused = כרגע אף אחד לא נכנס. מקומך נשמר, והתור ימשיך להתקדם ברגע שיתאפשר.
status-lead-sold-out = כרגע לא נשאר דבר, ולכן אף אחד לא נכנס. מקומך בתור נשמר למקרה שיתווסף מלאי.
status-lead-idle = עדיין אין לך מקום בתור. נא להשאיר את הדף הזה פתוח: הוא ישיג לך מקום ברגע שחדר ההמתנה ייפתח.
status-lead-prequeue = לכל מי שנמצא כאן בהתחלה יש סיכוי שווה: המספרים מוגרלים. אין חשיבות לשאלה מי הגיע קודם.
status-lead-drawing = זה נמשך כמה שניות. המספר שלך יופיע מעצמו ברגע שההגרלה תסתיים.
status-lead-ended = הכניסה הסתיימה. תודה על ההתעניינות.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] אדם אחד לפניך.
        [two] שני אנשים לפניך.
       *[other] { $ahead } אנשים לפניך.
    } זמן המתנה משוער: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] אדם אחד לפניך.
        [two] שני אנשים לפניך.
       *[other] { $ahead } אנשים לפניך.
    }
status-announce-wait = זמן המתנה משוער: { $wait }.
status-announce-next = אין יותר אף אחד לפניך. זמן המתנה משוער: { $wait }.
status-announce-first-in-line = הגיע תורך. נכניס אותך ברגע שיתפנה מקום.
status-announce-paused = התור מושהה. מקומך נשמר.
status-announce-redirecting = אנחנו מכניסים אותך עכשיו.
status-announce-starts = זמן עד להתחלה: { $countdown }.
status-announce-idle = עדיין לא התחיל. עדיין אין לך מקום בתור.
status-announce-prequeue = נכנסת לתור המקדים. המספרים יוגרלו לאחר ההתחלה.
status-announce-drawing = המספרים מוגרלים כעת. זה נמשך כמה שניות.
status-announce-ended = חדר ההמתנה הזה סגור.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = לא ידוע כרגע
status-wait-not-yet = עדיין לא ידוע
status-wait-under-a-minute = פחות מדקה
status-wait-over-a-day = יותר מיממה
status-wait-about = בערך { $duration }
status-wait-up-to = עד { $duration }
status-wait-between = בין { $low } לבין { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } דקה
        [two] { $low }–{ $high } דקות
       *[other] { $low }–{ $high } דקות
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } שעה
        [two] { $low }–{ $high } שעות
       *[other] { $low }–{ $high } שעות
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = נשארו כ־{ $left }.
status-stock-few = נשארו מעטים בלבד.

## The time to the start, under “Time until the start”
status-countdown-now = עוד רגע
status-countdown-under-a-minute = פחות מדקה

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = ההמתנה התארכה כי הכניסה נעשית כעת בקצב איטי יותר.
status-reason-paused = ההמתנה התארכה כי התור הושהה.
status-reason-more-came-back = ההמתנה התארכה כי חזרו יותר אנשים מהצפוי.
status-reason-store-away = ההמתנה התארכה בגלל תקלה טכנית אצלנו. אנחנו מטפלים בה.
status-reason-capped-by-sessions = ההמתנה התארכה כי האתר מלא. אנשים נכנסים כשאחרים יוצאים.
status-reason-pool-shared = ההמתנה התארכה כי תור אחר מוביל לאותו אתר, וגם הוא עמוס.
status-reason-autotune-slowed = ההמתנה התארכה כי האתר איטי כרגע, ולכן נכנסים פחות אנשים.
status-reason-priority = ההמתנה התארכה כי אנשים בעלי זכות קדימה נכנסים ראשונים.
status-reason-restored = ההמתנה התארכה כי נאלצנו לשחזר את התור אחרי תקלה טכנית.
