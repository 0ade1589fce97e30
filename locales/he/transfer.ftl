### Moving a place to another device.

## On the device that has the place
move-title = המשך במכשיר אחר
move-lead = אפשר לקחת איתך את המקום בתור, למשל לטלפון. לאחר מכן הוא תקף במכשיר החדש בלבד, וכבר לא במכשיר הזה.
move-make-code = הצגת קוד
move-code-label = הקוד שלך
move-scan = יש לסרוק את התמונה הזאת במצלמה של המכשיר האחר, או לפתוח שם את הכתובת הזאת ולהקליד את הקוד:
move-picture-alt = קוד QR שמכיל את הכתובת עם הקוד שלך
move-good-for = הקוד תקף לשימוש אחד ב־5 הדקות הקרובות. אין להראות אותו למי שלא ברצונך שיקבל את מקומך.
move-back = חזרה אל מקומך בתור
move-new-code = הצגת קוד חדש

## On the device that takes it over
move-enter-title = העברת מקומך לכאן
move-enter-lead = נא להקליד את הקוד שמוצג במכשיר האחר.
move-enter-button = המשך
move-confirm-lead = לחיצה על הכפתור הזה תעביר את מקומך בתור למכשיר הזה. במכשיר האחר הוא כבר לא יהיה תקף.
move-confirm-button = העברת המקום שלי לכאן
# The place that this browser holds itself is given up.
move-confirm-replaces = לדפדפן הזה כבר יש מקום בתור הזה. המקום שמועבר לכאן יחליף אותו.

## When it does not work
move-error-code = הקוד הזה אינו תקף. ייתכן שהוקלד לא נכון, שכבר נעשה בו שימוש או שעברו יותר מ־5 דקות. נא להציג קוד חדש במכשיר האחר.
move-error-many = היו יותר מדי ניסיונות. נא להמתין דקה ולנסות שוב.
move-error-limit = המקום הזה הועבר מספר הפעמים המרבי האפשרי. נא להישאר במכשיר שבו הוא נמצא.
move-error-away = זה לא אפשרי כרגע בגלל תקלה טכנית. מקומך נשאר היכן שהוא. נא לנסות שוב.
move-error-turn = תורך כבר הגיע במכשיר האחר. נא להמשיך שם.

## Into the line of a priority group
move-priority-title = יש לי קוד קדימות
move-priority-lead = נא להקליד את הקוד. לאחר מכן ההמתנה תהיה בתור של הקבוצה שלו, והמקום הנוכחי יבוטל.
move-priority-error = הקוד הזה אינו תקף כאן. ייתכן שהוקלד לא נכון, שכבר נעשה בו שימוש או שפג תוקפו. מקומך נשאר כפי שהוא.
