### British English: only what differs from `locales/en`.

identity-lead = We’ll send you a code. Each email address gets one place in the queue.
identity-sign-in-lead = Please sign in. Each account gets one place in the queue.
