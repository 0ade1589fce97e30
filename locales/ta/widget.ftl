### Widgets on other people's pages.

## The button
widget-button-idle = இன்னும் திறக்கவில்லை
widget-button-prequeue = ஆரம்ப வரிசையில் சேரவும்
widget-button-queue = வரிசையில் சேரவும்
widget-button-postqueue = மூடப்பட்டது

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = தொடங்க மீதமுள்ள நேரம்:
widget-countdown-less-than-a-minute = ஒரு நிமிடத்திற்கும் குறைவு
widget-countdown-started = தொடங்கிவிட்டது
widget-countdown-ended = முடிந்துவிட்டது

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } நபர் வரிசையில் இருக்கிறார்
       *[other] { $people } பேர் வரிசையில் இருக்கிறார்கள்
    }
widget-status-nobody = வரிசையில் யாரும் இல்லை
widget-status-wait = தோராயமான காத்திருப்பு நேரம்: { $wait }
widget-status-paused = வரிசை தற்காலிகமாக நிறுத்தப்பட்டுள்ளது
