### The identity of a newcomer: a code by e-mail.

identity-title = 이메일 주소 확인
identity-lead = 코드를 보내 드립니다. 이메일 주소마다 대기 순서는 하나입니다.
identity-send = 코드 받기
identity-sent = 이메일로 코드를 보내 드렸습니다. 유효 시간: { $duration }
identity-code-label = 이메일로 받은 코드
identity-again = 이메일이 오지 않았나요? 새 코드를 받거나 다른 주소를 사용하세요
identity-price = { $duration } 후에도 변화가 없으면 버튼을 다시 눌러 주세요.
identity-price-works = 이 페이지를 열어 두세요. 코드는 자동으로 발송됩니다.
identity-error-code = 코드가 올바르지 않습니다. 이메일을 확인하고 다시 시도해 주세요.
identity-error-old = 이 코드는 더 이상 유효하지 않습니다. 새 코드를 받아 주세요.
identity-error-soon = 방금 이 주소로 코드를 여러 번 보내 드렸습니다. 받은편지함과 스팸함을 확인해 주세요. { $duration } 후에 코드를 다시 보낼 수 있습니다.
identity-error-today = 오늘은 이 주소나 이 연결로 코드를 더 보낼 수 없습니다. 다른 주소나 다른 연결로 시도해 주세요.
identity-error-send = 이메일을 보내지 못했습니다. 1분 후에 다시 시도해 주세요.
identity-subject = { $room }: 코드는 { $code }입니다
identity-why = 대기실 { $room } ({ $host }) 페이지에 코드를 입력해 주세요. 요청하지 않으셨다면 이 이메일을 무시하셔도 됩니다. 코드를 다른 사람에게 알려 주지 마세요.
identity-sign-in = 로그인
identity-sign-in-lead = 로그인해 주세요. 계정마다 대기 순서는 하나입니다.
identity-error-sign-in = 로그인하지 못했습니다. 다시 시도해 주세요.
