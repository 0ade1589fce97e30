### The waiting page: what every visitor of a room reads alike.

page-ahead-label = People ahead of you
page-wait-label = Estimated wait
page-number-label = Your number in line
page-progress-label = Your progress through the line
page-updated-label = Last updated
page-message-label = Announcement
page-keep-open = Please keep this page open. It updates by itself. If you reload it or come back a little later, you won’t lose your place.
page-leave = Leave the line
page-queue-id-label = Queue ID
page-offline = Connection lost. Your place is safe, and we’re trying to reconnect.
page-online-again = You’re connected again.
page-redirecting-headline = You’re going in
page-redirecting-lead = Thanks for waiting. We’re taking you to the site now.
page-redirecting-link = Go to the site now
page-skip = Skip to your place in line
page-powered-by = Powered by Anteroom
page-about-link = What is this page?
page-status-link = Status of this waiting room

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Time until the start
page-prequeue-countdown-label = Time until you can join the draw
# Label over a date with a time of day.
page-starts-at-label = Start
page-keep-open-before = Please keep this page open. It updates by itself. If you reload it or come back before the start, you’ll still be in the draw.
page-keep-open-idle = This page updates by itself. You don’t need to reload it.

## Be told when it is your turn
page-notify-heading = Tell me when it’s my turn
page-notify-sound = Play a sound
page-notify-vibration = Vibrate
page-notify-notification = Show a notification
page-notify-denied = Your browser doesn’t allow notifications for this page. You can change that in its settings.

## Language and device
page-language-label = Language
page-language-apply = Change language
page-move-link = Continue on another device

## The draw
page-draw-heading = What happens at the start
page-draw-closing = Shortly after the start, the draw closes. Anyone who comes later joins the line behind everyone who was in it.
page-draw-chance = Then everyone in the draw gets a random number. Everyone has the same chance, whether they came early or late.
page-draw-number = Your number appears on this page, and people are let in from the lowest number up.
page-draw-with-beacon = A public random number that no one can know beforehand goes into the draw, so no one can choose its outcome.
page-draw-check = Anyone can check the draw afterwards.
page-draw-receipt = Anyone can check the draw afterwards. Your receipt proves that you’re in it, so keep it until then.
page-draw-receipt-link = Download your receipt
page-draw-check-link = How to check the draw
page-drawn-link = Your number was drawn – check the draw

## After the end
page-skip-content = Skip to the content
page-ended-help = To see what’s on offer now, please go to the site itself.
page-back-to-site = Back to the site
