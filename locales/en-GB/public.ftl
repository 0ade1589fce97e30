### British English: only what differs from `locales/en`.

about-privacy = One cookie that holds your place in the queue, for 7 days at most. There’s no tracking, and nothing is loaded from anywhere else.
health-lead-degraded = We can’t give out new places in the queue right now. Everyone who has one keeps it.
health-lead-stopping = The service is restarting. Everyone who has a place in the queue keeps it.
health-room-waiting-label = People in the queue
