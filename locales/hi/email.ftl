### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = मेरी बारी करीब आने पर मुझे ईमेल करें
email-lead = अपना ईमेल पता दें, और हम आपकी बारी से कुछ पहले ({ $duration }) आपको एक बार लिखेंगे। उसके बाद हम पता मिटा देते हैं।
email-label = ईमेल पता
email-save = सहेजें
email-kept = सहेजा गया पता: { $address }
email-remove = पता मिटाएँ
email-sent = ईमेल भेज दिया गया है या रास्ते में है। कतार की एक जगह के लिए केवल एक ही ईमेल भेजा जाता है।

## When it does not work
email-error-address = यह पूरा ईमेल पता नहीं है। उदाहरण: name@example.com
email-error-many = आज बहुत अधिक पते दिए जा चुके हैं। कृपया इसके बजाय प्रतीक्षा वाला पेज खुला रखें।
email-error-link = यह लिंक अब मान्य नहीं है। कतार में आपकी जगह उस डिवाइस पर है जिस पर आपने इसे आखिरी बार इस्तेमाल किया था।

## The e-mail
email-subject = { $room }: आपकी बारी आने वाली है
email-late = देर से आने पर भी कतार में आपकी जगह बनी रहती है: जैसे ही हो सकेगा, हम आपको प्रवेश दे देंगे।
email-late-limit = देर से आने पर कतार में आपकी जगह आपकी बारी के बाद सीमित समय तक रखी जाती है: { $duration }
email-button = कतार में मेरी जगह पर जाएँ
email-why = आपको यह ईमेल इसलिए मिला है क्योंकि प्रतीक्षा कक्ष { $room } ({ $host }) में आपका पता दिया गया था। वह अब वहाँ से मिटा दिया गया है, और कोई दूसरा ईमेल नहीं आएगा। अगर वह आप नहीं थे, तो इस ईमेल को अनदेखा कर सकते हैं।

## A notification that comes with the page closed
push-button = पेज बंद होने पर भी मुझे सूचित करें
push-failed = यह नहीं हो सका। कृपया इसके बजाय यह पेज खुला रखें।
