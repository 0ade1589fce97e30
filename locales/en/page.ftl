### The waiting page: what every visitor of a room reads alike.

page-ahead-label = People ahead of you
page-wait-label = Estimated wait
page-number-label = Your number in line
page-progress-label = Your way through the line
page-updated-label = Last updated
page-message-label = Announcement
page-keep-open = Please keep this page open. It updates by itself, and you keep your place even if you reload it or come back a little later.
page-no-script = This page reloads by itself. There is nothing you need to do.
page-leave = Leave the line
page-queue-id-label = Queue ID
page-offline = The connection is interrupted. You keep your place, and we keep trying.
page-online-again = The connection is back.
page-redirecting-headline = We are letting you in
page-redirecting-lead = Thank you for waiting. You will arrive in a moment.
page-redirecting-link = Go there now
page-skip = Skip to your place in line
page-powered-by = Powered by Anteroom
page-about-link = What is this page?
page-status-link = Status of this waiting room

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Time until the start
page-prequeue-countdown-label = Time until the pre-queue opens
# Label over a date with a time of day.
page-starts-at-label = Start
page-keep-open-before = Please keep this page open. It updates by itself, and you stay in the draw even if you reload it or come back before the start.
page-keep-open-idle = This page updates by itself. You do not need to reload it.

## Be told when it is your turn
page-notify-heading = Tell me when it is my turn
page-notify-sound = Play a sound
page-notify-vibration = Vibrate
page-notify-notification = Show a notification
page-notify-denied = Your browser does not allow notifications for this page. You can change that in its settings.

## Language and device
page-language-label = Language
page-language-apply = Change language
page-move-link = Continue on another device

## The draw
page-draw-heading = What happens at the start
page-draw-closing = Shortly after the start the pre-queue closes. Whoever comes later joins the line behind everybody who was here.
page-draw-chance = Then a number is drawn for everybody in the pre-queue. Each has the same chance, whether they came early or late.
page-draw-number = Your number appears on this page, and people are let in from the lowest number up.
page-draw-with-beacon = A public random number that nobody can know beforehand goes into the draw, so that nobody can choose its outcome.
page-draw-without-beacon = No public random number goes into this draw: whoever runs this waiting room could influence it by choosing how many people are drawn.
page-draw-check = Anyone can check the draw afterwards.
page-draw-receipt = Anyone can check the draw afterwards. Your receipt proves that you are in it; keep it until then.
page-draw-receipt-link = Download your receipt
page-draw-check-link = How to check the draw
page-drawn-link = Your number was drawn – check the draw

## After the end
page-skip-content = Skip to the content
page-ended-help = To see what is on offer now, please go to the site itself.
page-back-to-site = Back to the site
