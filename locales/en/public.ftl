### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = What is this page?
about-lead = This is a virtual waiting room. When more people want to visit a site than it can serve well, they wait here in a fair order and are let in one by one.
about-how-heading = How it works
about-how-order = Whoever comes first is let in first. Where a waiting room opens at a set time, everyone who is there before then gets a number in a draw that anyone can check.
about-how-place = We keep your place while you wait, even if you reload the page, lose the connection or restart the browser.
about-how-turn = When it’s your turn, you’ll go in automatically. There’s nothing to click, and reloading doesn’t make it faster.
about-privacy-heading = What we keep about you
about-privacy = One cookie that holds your place in line, for 7 days at most. There’s no tracking, and nothing is loaded from anywhere else.
about-accessibility-heading = For everyone
about-accessibility = These pages are meant to work with any browser, by keyboard, with a screen reader, enlarged, and without scripts.
about-what-to-do-heading = What to do
about-what-to-do = Nothing. Open the site you want to visit. When it’s busy, it brings you to its waiting room by itself.
about-source = This waiting room runs on Anteroom, which is open source.
about-status-link = Status of this service

## How it stands
health-title = Status
health-lead-good = Everything works.
health-lead-starting = The service is starting.
health-lead-degraded = We can’t give out new places in line right now. Everyone who has one keeps it.
health-lead-stopping = The service is restarting. Everyone who has a place in line keeps it.
health-rooms-heading = Waiting rooms
health-room-waiting-label = People in line
health-room-outflow-label = Let in during the last minute
health-room-wait-label = Estimated wait for newcomers
health-room-enter = Go to the waiting room
health-phase-idle = Not open yet
health-phase-prequeue = Before the start
health-phase-queue = Open
health-phase-paused = Paused
health-phase-disabled = No waiting
health-phase-postqueue = Closed
health-updated = As of { $time }
