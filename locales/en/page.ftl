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
