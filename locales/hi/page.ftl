### The waiting page: what every visitor of a room reads alike.

page-ahead-label = आपसे आगे लोग
page-wait-label = अनुमानित प्रतीक्षा समय
page-number-label = कतार में आपका नंबर
page-progress-label = कतार में आपकी प्रगति
page-updated-label = पिछला अपडेट
page-message-label = सूचना
page-keep-open = कृपया यह पेज खुला रखें। यह अपने आप अपडेट होता है, और इसे फिर से लोड करने या थोड़ी देर बाद लौटने पर भी आपकी जगह बनी रहती है।
page-leave = कतार छोड़ें
page-queue-id-label = कतार आईडी
page-offline = कनेक्शन टूट गया है। आपकी जगह बनी हुई है, और हम लगातार कोशिश कर रहे हैं।
page-online-again = कनेक्शन वापस आ गया है।
page-redirecting-headline = आपको प्रवेश दिया जा रहा है
page-redirecting-lead = प्रतीक्षा करने के लिए धन्यवाद। आप बस पहुँचने ही वाले हैं।
page-redirecting-link = अभी वहाँ जाएँ
page-skip = सीधे कतार में अपनी जगह पर जाएँ
page-powered-by = Anteroom द्वारा संचालित
page-about-link = यह पेज क्या है?
page-status-link = इस प्रतीक्षा कक्ष की स्थिति

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = शुरू होने में बाकी समय
page-prequeue-countdown-label = पूर्व-कतार खुलने में बाकी समय
# Label over a date with a time of day.
page-starts-at-label = शुरुआत
page-keep-open-before = कृपया यह पेज खुला रखें। यह अपने आप अपडेट होता है, और इसे फिर से लोड करने या शुरुआत से पहले लौट आने पर भी आप ड्रॉ में बने रहते हैं।
page-keep-open-idle = यह पेज अपने आप अपडेट होता है। इसे फिर से लोड करने की ज़रूरत नहीं है।

## Be told when it is your turn
page-notify-heading = मेरी बारी आने पर मुझे बताएँ
page-notify-sound = ध्वनि बजाएँ
page-notify-vibration = वाइब्रेट करें
page-notify-notification = नोटिफ़िकेशन दिखाएँ
page-notify-denied = आपका ब्राउज़र इस पेज को नोटिफ़िकेशन दिखाने की अनुमति नहीं देता। आप इसे ब्राउज़र की सेटिंग में बदल सकते हैं।

## Language and device
page-language-label = भाषा
page-language-apply = भाषा बदलें
page-move-link = दूसरे डिवाइस पर जारी रखें

## The draw
page-draw-heading = शुरुआत में क्या होता है
page-draw-closing = शुरुआत के थोड़ी देर बाद पूर्व-कतार बंद हो जाती है। जो उसके बाद आते हैं, वे पहले से मौजूद सभी लोगों के पीछे कतार में लगते हैं।
page-draw-chance = फिर पूर्व-कतार में मौजूद हर व्यक्ति के लिए ड्रॉ से एक नंबर निकाला जाता है। सबका मौका बराबर है, चाहे वे जल्दी आए हों या देर से।
page-draw-number = आपका नंबर इसी पेज पर दिखता है, और सबसे छोटे नंबर से शुरू करके लोगों को प्रवेश दिया जाता है।
page-draw-with-beacon = ड्रॉ में एक सार्वजनिक रैंडम संख्या शामिल होती है जिसे कोई पहले से नहीं जान सकता, ताकि कोई भी नतीजा अपनी मर्ज़ी से न चुन सके।
page-draw-check = बाद में कोई भी ड्रॉ की जाँच कर सकता है।
page-draw-receipt = बाद में कोई भी ड्रॉ की जाँच कर सकता है। आपकी रसीद साबित करती है कि आप उसमें शामिल हैं; तब तक उसे संभालकर रखें।
page-draw-receipt-link = अपनी रसीद डाउनलोड करें
page-draw-check-link = ड्रॉ की जाँच कैसे करें
page-drawn-link = आपका नंबर निकल गया है – ड्रॉ की जाँच करें

## After the end
page-skip-content = सीधे सामग्री पर जाएँ
page-ended-help = अभी क्या उपलब्ध है, यह देखने के लिए कृपया वेबसाइट पर ही जाएँ।
page-back-to-site = वेबसाइट पर वापस जाएँ
