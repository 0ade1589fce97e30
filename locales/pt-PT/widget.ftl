### European Portuguese: only what differs from `locales/pt`.

widget-button-prequeue = Entrar no sorteio
