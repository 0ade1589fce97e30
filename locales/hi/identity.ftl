### The identity of a newcomer: a code by e-mail.

identity-title = अपने ईमेल पते की पुष्टि करें
identity-lead = हम आपको एक कोड भेजेंगे। हर ईमेल पते के लिए कतार में एक जगह है।
identity-send = मुझे कोड भेजें
identity-sent = हमने आपको ईमेल से एक कोड भेजा है। इसकी वैधता: { $duration }।
identity-code-label = ईमेल में आया कोड
identity-again = ईमेल नहीं आया? नया कोड लें या दूसरा पता डालें
identity-price = अगर { $duration } बाद भी कुछ न हो, तो कृपया बटन फिर से दबाएँ।
identity-price-works = कृपया यह पेज खुला रखें: कोड अपने-आप भेजा जाएगा।
identity-error-code = यह कोड सही नहीं है। ईमेल देखकर फिर से कोशिश करें।
identity-error-old = यह कोड अब काम नहीं करता। कृपया नया कोड लें।
identity-error-soon = इस पते पर अभी-अभी कई कोड भेजे गए हैं। कृपया इनबॉक्स और स्पैम फ़ोल्डर देखें। अगला कोड { $duration } बाद भेजा जा सकता है।
identity-error-today = आज इस पते या इस कनेक्शन पर और कोड नहीं भेजे जा सकते। कृपया कोई दूसरा पता या दूसरा कनेक्शन आज़माएँ।
identity-error-send = ईमेल नहीं भेजा जा सका। कृपया एक मिनट बाद फिर से कोशिश करें।
identity-subject = { $room }: आपका कोड { $code } है
identity-why = प्रतीक्षा कक्ष { $room } ({ $host }) के पेज पर यह कोड लिखें। अगर आपने इसे नहीं माँगा, तो इस ईमेल को अनदेखा कर सकते हैं। यह कोड किसी को न दें।
identity-sign-in = साइन इन करें
identity-sign-in-lead = कृपया साइन इन करें। हर खाते के लिए कतार में एक जगह है।
identity-error-sign-in = साइन इन नहीं हो सका। कृपया फिर से कोशिश करें।
