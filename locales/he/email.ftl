### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = שלחו לי אימייל כשהתור שלי מתקרב
email-lead = אפשר להשאיר כתובת אימייל, ונכתוב אליך פעם אחת, מעט לפני תורך ({ $duration }). לאחר מכן נמחק את הכתובת.
email-label = כתובת אימייל
email-save = שמירה
email-kept = הכתובת שנשמרה: {"\u2068"}{ $address }{"\u2069"}
email-remove = מחיקת הכתובת
email-sent = האימייל נשלח או שהוא בדרך. לכל מקום בתור נשלח רק אחד.

## When it does not work
email-error-address = לא ניתן לשלוח אימייל לכתובת הזו. דוגמה: name@example.com
email-error-many = נמסרו היום יותר מדי כתובות. נא להשאיר במקום זאת את דף ההמתנה פתוח.
email-error-link = הקישור הזה אינו תקף עוד. מקומך בתור נמצא במכשיר שבו השתמשת בו לאחרונה.

## The e-mail
email-subject = {"\u2068"}{ $room }{"\u2069"}: תורך מתקרב
email-late = גם במקרה של איחור מקומך בתור נשמר: נכניס אותך ברגע שיתפנה מקום.
email-late-limit = במקרה של איחור מקומך בתור נשמר לזמן מוגבל לאחר תורך: { $duration }
email-button = אל המקום שלי בתור
email-why = קיבלת את האימייל הזה כי הכתובת שלך נמסרה בחדר ההמתנה {"\u2068"}{ $room }{"\u2069"} ({"\u2068"}{ $host }{"\u2069"}). היא כבר נמחקה שם, ולא יישלח אימייל נוסף. אם לא מסרת אותה, אפשר להתעלם מהאימייל הזה.

## A notification that comes with the page closed
push-button = התראה גם כשהדף סגור
push-failed = זה לא הצליח. נא להשאיר במקום זאת את הדף הזה פתוח.
