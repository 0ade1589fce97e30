### Widgets on other people's pages.

## The button
widget-button-idle = अभी खुला नहीं है
widget-button-prequeue = पूर्व-कतार में लगें
widget-button-queue = कतार में लगें
widget-button-postqueue = बंद

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = शुरू होने में बाकी समय:
widget-countdown-less-than-a-minute = एक मिनट से कम
widget-countdown-started = शुरू हो गया है
widget-countdown-ended = समाप्त हो गया है

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } व्यक्ति कतार में है
       *[other] { $people } लोग कतार में हैं
    }
widget-status-nobody = कतार में कोई नहीं है
widget-status-wait = अनुमानित प्रतीक्षा समय: { $wait }
widget-status-paused = कतार कुछ समय के लिए रुकी है
