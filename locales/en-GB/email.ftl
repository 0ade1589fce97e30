### British English: only what differs from `locales/en`.

email-sent = Your email has been sent or is on its way. There’s only one for each place in the queue.
email-error-many = We can’t take any more addresses today. Please keep the page with your place in the queue open instead.
email-error-link = This link is no longer valid. Your place in the queue is on the device where you used it last.
email-late = If you come later, you’ll keep your place in the queue: we’ll let you in as soon as there’s room.
email-late-limit = If you come later, your place in the queue is kept for a limited time after your turn: { $duration }
email-button = Go to my place in the queue
