### The identity of a newcomer: a code by e-mail.

identity-title = אישור כתובת האימייל
identity-lead = נשלח אליך קוד. לכל כתובת אימייל יש מקום אחד בתור.
identity-send = שלחו לי את הקוד
identity-sent = שלחנו אליך קוד באימייל. הוא תקף למשך { $duration }.
identity-code-label = הקוד מהאימייל
identity-again = לא הגיע אימייל? אפשר לבקש קוד חדש או להשתמש בכתובת אחרת
identity-price = אם לא קרה דבר, נא ללחוץ שוב על הכפתור אחרי זמן של { $duration }.
identity-price-works = נא להשאיר את הדף הזה פתוח: הקוד יישלח מעצמו.
identity-error-code = הקוד אינו נכון. יש לבדוק את האימייל ולנסות שוב.
identity-error-old = הקוד כבר אינו תקף. יש לבקש קוד חדש.
identity-error-soon = שלחנו זה עתה כמה קודים לכתובת הזו. נא לבדוק את הדואר הנכנס ואת תיקיית הספאם. נוכל לשלוח קוד נוסף בעוד { $duration }.
identity-error-today = לא נוכל לשלוח היום קודים נוספים לכתובת הזו או לחיבור הזה. נסו כתובת אחרת או חיבור אחר.
identity-error-send = לא הצלחנו לשלוח את האימייל. יש לנסות שוב בעוד דקה.
identity-subject = {"\u2068"}{ $room }{"\u2069"}: הקוד שלך הוא {"\u2068"}{ $code }{"\u2069"}
identity-why = יש להקליד את הקוד בדף של חדר ההמתנה {"\u2068"}{ $room }{"\u2069"} ({"\u2068"}{ $host }{"\u2069"}). אם לא ביקשת אותו, אפשר להתעלם מהאימייל הזה. אין למסור את הקוד לאיש.
identity-sign-in = כניסה לחשבון
identity-sign-in-lead = יש להיכנס לחשבון. לכל חשבון יש מקום אחד בתור.
identity-error-sign-in = הכניסה לחשבון לא הצליחה. יש לנסות שוב.
