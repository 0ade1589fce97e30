import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A key and its certificate, as Node's TLS takes them. */
export interface Certificate {
  key: string;
  cert: string;
}

let made: Certificate | undefined;

/** Returns a self-signed certificate for `localhost`; a worker makes one. */
export function certificate(): Certificate {
  made ??= make();
  return made;
}

function make(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'anteroom-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files, '-days', '2'], { stdio: 'pipe' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
