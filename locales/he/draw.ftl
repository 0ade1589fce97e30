### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = המספר שהוגרל לך: { $number }
draw-lead-drawn = מספר המשתתפים: { $population }. המספר שלך נובע מהמסמכים שפורסמו; אף אחד אינו יכול לשנות אותו עוד.
draw-heading-kept = המספר שלך נשאר { $number }
draw-lead-kept = הצטרפת אחרי סגירת ההגרלה, ולכן המספר שלך בא אחרי המספרים של מי שהשתתפו בה.
draw-heading-not-yet = המספר שלך עדיין לא הוגרל
draw-lead-not-yet = לכל מי שמצטרף לפני סגירת ההגרלה יש סיכוי שווה. אין חשיבות לשאלה מי הגיע קודם.
draw-heading-to-come = ההגרלה הזאת עדיין לא נערכה
draw-heading-aborted = ההגרלה הזאת בוטלה
draw-lead-aborted = היא אינה נותנת מספר לאף אחד. מסמכיה נשארים מפורסמים, יחד עם הסיבה.
draw-heading-public = ההגרלה של חדר ההמתנה הזה
draw-lead-public = כדי לראות גם את המספר שלך, יש לפתוח את הדף הזה מתוך מקומך בתור.
draw-heading-broken = ההגרלה הזאת אינה תקינה
draw-lead-broken = המסמכים שפורסמו אינם עומדים בבדיקה. נא לשמור עותק שלהם ושל אישור ההשתתפות שלך, ולפנות להנהלת האתר.

draw-checked = מה נבדק
draw-check-all = הגרלות שפורסמו: { $count }. מסמכיהן תואמים זה לזה וחתומים באותו מפתח.
draw-check-commitment = לפני סגירת ההגרלה המפעיל קבע סוד ופרסם את הגיבוב (hash) שלו.
draw-check-to-come = המפעיל קבע סוד ופרסם את הגיבוב (hash) שלו. שאר המסמכים מתפרסמים כשההגרלה נערכת.
draw-check-cut-off = לאחר מכן המפעיל קבע וחתם כמה משתתפים יש: { $population }.
draw-check-reveal = אחר כך פורסם הסוד. זהו הסוד שנקבע, ויחד עם מספר המשתתפים הוא קובע את המספר של כולם.
draw-check-abort = המפעיל חתם על כך שההגרלה בוטלה, מהסיבה ”{"\u2068"}{ $reason }{"\u2069"}”.
draw-check-receipt = אישור ההשתתפות שלך אמיתי ושייך להגרלה הזאת.

draw-cautions = מה זה לא מוכיח
draw-caution-without-beacon = בהגרלה הזאת לא שולב מספר אקראי ציבורי: המפעיל היה יכול להשפיע על מספר המשתתפים בהגרלה, וכך גם על הסדר.
draw-caution-unknown-chain = לוח הזמנים של המספר האקראי הציבורי אינו ידוע לנו. כדאי לבדוק מתי הוא פורסם.
draw-caution-committed-late = הסוד נקבע רק כשכבר היה אפשר להצטרף.
draw-caution-drawn-again = ההגרלה נערכה מחדש. הגרלות שבוטלו לפניה: { $count }.
draw-caution-own-server = הדף הזה מגיע מהשרת שערך את ההגרלה. אם אין ברצונך להסתמך על דבריו, אפשר לבדוק באופן עצמאי.

draw-yourself = בדיקה עצמית
draw-get-document = הורדת ההגרלה שפורסמה
draw-get-receipt = הורדת אישור ההשתתפות ושמירתו
draw-run-command = יש לשים את הקבצים בתיקייה אחת ולהריץ אחת מהפקודות האלה במחשב שלך. התוכניות הן חלק מפרויקט הקוד הפתוח Anteroom; יש להוריד אותן משם, ולא מהשרת הזה.
draw-compare-key = יש להשוות את המפתח הזה למפתח שהמפעיל מציג במקום אחר:
draw-back = חזרה אל מקומך בתור
