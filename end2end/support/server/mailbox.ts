import { type AddressInfo } from 'node:net';

import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that stores the messages it receives. */
export class Mailbox {
  private constructor(
    private readonly server: SMTPServer,
    private readonly emails: ParsedMail[],
  ) {}

  /** Starts a server on a free port. */
  static async start(): Promise<Mailbox> {
    const emails: ParsedMail[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        simpleParser(stream).then((email) => {
          emails.push(email);
          done();
        }, done);
      },
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return new Mailbox(server, emails);
  }

  /** The keys of `[smtp]` for this server. */
  get smtp(): object {
    const { port } = this.server.server.address() as AddressInfo;
    return { host: '127.0.0.1', port, tls: 'none', from: 'Waiting room <queue@example.com>' };
  }

  /** The e-mails so far. */
  get all(): readonly ParsedMail[] {
    return this.emails;
  }

  stop(): Promise<void> {
    return new Promise((done) => this.server.close(done));
  }
}

/** Returns the only link of an e-mail. */
export function linkOf(email: ParsedMail): string {
  const links = [...(email.text ?? '').matchAll(/^https?:\/\/\S+$/gm)].map(([link]) => link);
  if (links.length !== 1) {
    throw new Error(`an e-mail has one link, this one: ${email.text}`);
  }
  return links[0] ?? '';
}
