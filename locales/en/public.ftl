### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = What is this page?
about-lead = This is a virtual waiting room. When more people want to visit a website than it can serve well, they wait here in a fair order and are let in one by one.
about-how-heading = How it works
about-how-order = Whoever comes first is let in first. Where a room opens at a set time, everybody who is there before gets a number by a draw that anyone can check.
about-how-place = Your place is kept while you wait, even if you reload the page, lose the connection or restart the browser.
about-how-turn = When it is your turn, you are let in by itself. There is nothing to click, and reloading does not make it faster.
about-privacy-heading = What is kept about you
about-privacy = One cookie that holds your place in line, for 7 days at most. There is no tracking, and nothing is loaded from anywhere else.
about-accessibility-heading = For everybody
about-accessibility = These pages are meant to work with any browser, by keyboard, with a screen reader, enlarged, and without scripts.
about-what-to-do-heading = What to do
about-what-to-do = Nothing. Open the website that you want to visit; when it is busy, it brings you to its waiting room by itself.
about-source = This waiting room runs on Anteroom, which is open source.
about-status-link = Status of this service

## How it stands
health-title = Status
health-lead-good = Everything works.
health-lead-starting = The service is starting.
health-lead-degraded = New places cannot be handed out just now. Everybody who has a place keeps it.
health-lead-stopping = The service is being restarted. Everybody who has a place keeps it.
health-rooms-heading = Waiting rooms
health-room-waiting-label = People in line
health-room-outflow-label = Let in during the last minute
health-room-wait-label = Expected wait for newcomers
health-room-enter = Go to the waiting room
health-phase-idle = Not open yet
health-phase-prequeue = Pre-queue
health-phase-queue = Open
health-phase-paused = Paused
health-phase-disabled = Everybody passes
health-phase-postqueue = Closed
health-updated = As of { $time }
