### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = 차례가 가까워지면 이메일로 알림 받기
email-lead = 이메일 주소를 남겨 주시면 차례가 되기 조금 전({ $duration })에 한 번만 알려 드립니다. 그 후 주소를 삭제합니다.
email-label = 이메일 주소
email-save = 저장
email-kept = 저장된 주소: { $address }
email-remove = 주소 삭제
email-sent = 이메일을 보냈거나 보내는 중입니다. 대기 순서 하나에 한 통만 보냅니다.

## When it does not work
email-error-address = 이 주소로는 이메일을 보낼 수 없습니다. 예: name@example.com
email-error-many = 오늘 입력된 주소가 너무 많습니다. 대신 대기 화면을 열어 두세요.
email-error-link = 이 링크는 더 이상 유효하지 않습니다. 대기 순서는 마지막으로 사용한 기기에 있습니다.

## The e-mail
email-subject = { $room }: 곧 차례가 됩니다
email-late = 늦게 오셔도 대기 순서는 유지되며, 자리가 나는 대로 입장하실 수 있습니다.
email-late-limit = 늦게 오시면 차례가 된 후 제한된 시간 동안만 대기 순서가 유지됩니다: { $duration }
email-button = 내 대기 순서로 가기
email-why = 대기실 { $room } ({ $host })에서 이 주소가 입력되어 이메일을 보내 드립니다. 주소는 이미 삭제되었으며 더 이상 이메일을 보내지 않습니다. 본인이 아니라면 이 이메일을 무시하셔도 됩니다.

## A notification that comes with the page closed
push-button = 페이지를 닫아도 알림 받기
push-failed = 설정하지 못했습니다. 대신 이 페이지를 열어 두세요.
