"""An SMTP server for the tests of e-mail, on this machine.

The first line of its output is the port. Every attempt to deliver an e-mail is a further line of
JSON: the envelope, the decoded parts, whether the connection was encrypted, and the answer.
"""

import argparse
import asyncio
import email
import email.policy
import json
import ssl

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

arguments = argparse.ArgumentParser()
arguments.add_argument("--cert")
arguments.add_argument("--key")
arguments.add_argument("--implicit", action="store_true")
arguments.add_argument("--user")
arguments.add_argument("--password")
arguments.add_argument("--fail", type=int, default=0, help="answer so many attempts with 451")
arguments.add_argument("--refuse", action="store_true", help="answer every attempt with 550")
arguments.add_argument("--port", type=int, default=0, help="the port; a free one by default")
arguments.add_argument("--silent", action="store_true", help="accept connections and say nothing")
given = arguments.parse_args()


class Mailbox:
    def __init__(self):
        self.failing = given.fail

    async def handle_DATA(self, server, session, envelope):
        answer = "250 OK"
        if given.refuse:
            answer = f"550 5.1.1 <{envelope.rcpt_tos[0]}>: no such mailbox"
        elif self.failing > 0:
            self.failing -= 1
            answer = f"451 4.3.0 <{envelope.rcpt_tos[0]}>: later"
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        part = lambda kind: message.get_body((kind,)).get_content()
        print(
            json.dumps(
                {
                    "answer": answer[:3],
                    "to": envelope.rcpt_tos,
                    "from": envelope.mail_from,
                    "tls": session.ssl is not None or given.implicit,
                    "user": bool(session.authenticated),
                    "headers": {name.lower(): str(value) for name, value in message.items()},
                    "text": part("plain"),
                    "html": part("html"),
                }
            ),
            flush=True,
        )
        return answer


def authenticate(server, session, envelope, mechanism, data):
    right = isinstance(data, LoginPassword) and (data.login.decode(), data.password.decode()) == (
        given.user,
        given.password,
    )
    return AuthResult(success=right, handled=True)


async def main():
    context = None
    if given.cert:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(given.cert, given.key)
    starttls = context is not None and not given.implicit
    mailbox = Mailbox()

    def conversation():
        if given.silent:
            return asyncio.Protocol()
        return SMTP(
            mailbox,
            tls_context=context if starttls else None,
            require_starttls=starttls,
            authenticator=authenticate,
            auth_required=given.user is not None,
            auth_require_tls=given.cert is not None and not given.implicit,
        )

    server = await asyncio.get_running_loop().create_server(
        conversation, "127.0.0.1", given.port, ssl=context if given.implicit else None
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
