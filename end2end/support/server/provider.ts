import { type Server } from 'node:http';

import Provider from 'oidc-provider';

import { freePort } from './ports.ts';

const CLIENT = { client_id: 'anteroom', client_secret: 'shared-with-the-provider-31f7' };

/** An OpenID Connect provider that lets anyone sign in under any name. */
export class SignInProvider {
  private server: Server | undefined;

  private constructor(private readonly port: number) {}

  /** Chooses a port. */
  static async at(): Promise<SignInProvider> {
    return new SignInProvider(await freePort());
  }

  private get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The keys of `[oidc]` for this provider. */
  get oidc(): object {
    return { issuer: this.issuer, ...CLIENT };
  }

  /** Starts to serve; sends users back to this address once they have signed in. */
  async serve(redirect: string): Promise<void> {
    const provider = new Provider(this.issuer, {
      clients: [{ ...CLIENT, redirect_uris: [redirect] }],
      cookies: { keys: ['only-for-tests'] },
      pkce: { required: () => true },
    });
    await new Promise<void>((ready) => {
      this.server = provider.listen(this.port, '127.0.0.1', ready);
    });
  }

  async stop(): Promise<void> {
    const server = this.server;
    await new Promise((done) => (server ? server.close(done).closeAllConnections() : done(undefined)));
  }
}
