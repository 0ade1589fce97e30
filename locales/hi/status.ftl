### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = आपसे आगे: { $ahead } · { $room }
status-title-waiting = आप कतार में हैं · { $room }
status-title-next = अगली बारी आपकी है · { $room }
status-title-first-in-line = आपकी बारी है · { $room }
status-title-paused = कतार रुकी है · { $room }
status-title-sold-out = सब बिक गया · { $room }
status-title-redirecting = प्रवेश हो रहा है · { $room }
status-title-starts = शुरू होने में: { $countdown } · { $room }
status-title-idle = अभी खुला नहीं है · { $room }
status-title-prequeue = शुरुआत से पहले · { $room }
status-title-drawing = नंबर निकाले जा रहे हैं · { $room }
status-title-ended = बंद · { $room }

## Heading and the sentence under it
status-headline-in-line = आप कतार में हैं
status-headline-next = अगली बारी आपकी है
status-headline-almost = आपकी बारी बस आने वाली है
status-headline-first-in-line = आपकी बारी है
status-headline-paused = कतार कुछ समय के लिए रुकी है
status-headline-sold-out = फ़िलहाल सब बिक चुका है
status-headline-idle = अभी शुरू नहीं हुआ है
status-headline-prequeue = आप पूर्व-कतार में हैं
status-headline-drawing = नंबर निकाले जा रहे हैं
status-headline-ended = यह प्रतीक्षा कक्ष बंद है
status-lead-in-line = आपकी बारी आने पर आपको अपने आप प्रवेश मिल जाएगा।
status-lead-next = अब आपसे आगे कोई नहीं है। जगह होते ही हम आपको प्रवेश दे देंगे।
status-lead-almost = अगले जिन लोगों को प्रवेश मिलेगा, आप उनमें हैं। कृपया इसी पेज पर रहें।
status-lead-first-in-line = कृपया इसी पेज पर रहें। जगह होते ही हम आपको प्रवेश दे देंगे।
status-lead-paused = फ़िलहाल किसी को प्रवेश नहीं दिया जा रहा है। आपकी जगह बनी हुई है, और जैसे ही हो सकेगा, कतार आगे बढ़ेगी।
status-lead-sold-out = अभी कुछ भी बाकी नहीं है, इसलिए किसी को प्रवेश नहीं दिया जा रहा है। हो सकता है और उपलब्ध हो, इसलिए कतार में आपकी जगह बनी हुई है।
status-lead-idle = कतार में अभी आपकी जगह नहीं है। यह पेज खुला रखें: प्रतीक्षा कक्ष खुलते ही यह आपके लिए जगह ले लेगा।
status-lead-prequeue = शुरुआत के समय यहाँ मौजूद हर व्यक्ति का मौका बराबर है: नंबर ड्रॉ से निकाले जाते हैं। इससे फ़र्क नहीं पड़ता कि कौन पहले आया।
status-lead-drawing = इसमें कुछ सेकंड लगते हैं। ड्रॉ पूरा होते ही आपका नंबर अपने आप दिखेगा।
status-lead-ended = अब किसी को प्रवेश नहीं दिया जा रहा है। आपकी रुचि के लिए धन्यवाद।

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] आपसे आगे { $ahead } व्यक्ति है।
       *[other] आपसे आगे { $ahead } लोग हैं।
    } अनुमानित प्रतीक्षा समय: { $wait }।
status-announce-ahead =
    { $ahead ->
        [one] आपसे आगे { $ahead } व्यक्ति है।
       *[other] आपसे आगे { $ahead } लोग हैं।
    }
status-announce-wait = अनुमानित प्रतीक्षा समय: { $wait }।
status-announce-next = अब आपसे आगे कोई नहीं है। अनुमानित प्रतीक्षा समय: { $wait }।
status-announce-first-in-line = आपकी बारी है। जगह होते ही हम आपको प्रवेश दे देंगे।
status-announce-paused = कतार कुछ समय के लिए रुकी है। आपकी जगह बनी हुई है।
status-announce-redirecting = अब आपको प्रवेश दिया जा रहा है।
status-announce-starts = शुरू होने में बाकी समय: { $countdown }।
status-announce-idle = अभी शुरू नहीं हुआ है। कतार में अभी आपकी जगह नहीं है।
status-announce-prequeue = आप पूर्व-कतार में हैं। नंबर शुरुआत के बाद निकाले जाएँगे।
status-announce-drawing = नंबर निकाले जा रहे हैं। इसमें कुछ सेकंड लगते हैं।
status-announce-ended = यह प्रतीक्षा कक्ष बंद है।

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = फ़िलहाल पता नहीं
status-wait-not-yet = अभी तक पता नहीं
status-wait-under-a-minute = एक मिनट से कम
status-wait-over-a-day = एक दिन से ज़्यादा
status-wait-about = लगभग { $duration }
status-wait-up-to = ज़्यादा से ज़्यादा { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } मिनट
       *[other] { $low }–{ $high } मिनट
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } घंटा
       *[other] { $low }–{ $high } घंटे
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = लगभग { $left } बचे हैं।
status-stock-few = बस थोड़े से बचे हैं।

## The time to the start, under “Time until the start”
status-countdown-now = बस एक पल
status-countdown-under-a-minute = एक मिनट से कम

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = प्रतीक्षा बढ़ गई है क्योंकि लोगों को अब धीमी गति से प्रवेश दिया जा रहा है।
status-reason-paused = प्रतीक्षा बढ़ गई है क्योंकि कतार रोकी गई थी।
status-reason-more-came-back = प्रतीक्षा बढ़ गई है क्योंकि उम्मीद से ज़्यादा लोग वापस आए हैं।
status-reason-store-away = प्रतीक्षा बढ़ गई है क्योंकि हमारे यहाँ एक तकनीकी समस्या है। हम उसे ठीक कर रहे हैं।
status-reason-capped-by-sessions = प्रतीक्षा बढ़ गई है क्योंकि वेबसाइट पर जगह नहीं है। जैसे-जैसे लोग जाते हैं, दूसरे अंदर आते हैं।
status-reason-pool-shared = प्रतीक्षा बढ़ गई है क्योंकि एक और कतार इसी वेबसाइट पर जाती है और वहाँ भी भीड़ है।
status-reason-autotune-slowed = प्रतीक्षा बढ़ गई है क्योंकि वेबसाइट इस समय धीमी है, इसलिए कम लोगों को प्रवेश मिल रहा है।
status-reason-priority = प्रतीक्षा बढ़ गई है क्योंकि प्राथमिकता वाले लोगों को पहले प्रवेश दिया जाता है।
status-reason-restored = प्रतीक्षा बढ़ गई है क्योंकि एक तकनीकी समस्या के बाद हमें कतार बहाल करनी पड़ी।
