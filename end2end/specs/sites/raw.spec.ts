/**
 * Malformed bytes on both listeners: none causes a server error, leads to a foreign host, or
 * affects the next request.
 */

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import { type Anteroom, CUSTOMER, ROOM } from '../../support/server/anteroom.ts';
import { expect, test } from '../../support/test.ts';

const ENTRY = `/?c=${CUSTOMER}&e=${ROOM}`;
const QUIET_MS_MAX = 1_500;
const get = (target: string, ...headers: string[]): string =>
  [`GET ${target} HTTP/1.1`, 'host: queue.example', 'connection: close', ...headers, '', ''].join('\r\n');
const post = (target: string, ...lines: string[]): string => [`POST ${target} HTTP/1.1`, 'host: queue.example', ...lines].join('\r\n');

const REQUESTS: Record<string, string | Buffer> = {
  'no host': `GET ${ENTRY} HTTP/1.1\r\nconnection: close\r\n\r\n`,
  'an old version': `GET ${ENTRY} HTTP/1.0\r\n\r\n`,
  'a version that is none': `GET ${ENTRY} HTTP/9.9\r\n\r\n`,
  'a whole address of somebody else': get(`http://evil.example${ENTRY}`),
  'an address without a scheme': get('//evil.example/'),
  'a path into an address': get(`/\\evil.example/..;/${ENTRY}`),
  'an asterisk': get('*'),
  'a proxy': 'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\nconnection: close\r\n\r\n',
  'bytes that are no text': Buffer.concat([Buffer.from('GET /'), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(get('').slice(4))]),
  'zero in a header': get(ENTRY, 'cookie: anteroom_place=\0'),
  'a header without a name': get(ENTRY, ': nothing'),
  'a long header': get(ENTRY, `cookie: ${'x'.repeat(40_000)}`),
  'a long address': get(`${ENTRY}&t=${'x'.repeat(70_000)}`),
  'many headers': get(ENTRY, ...Array.from({ length: 300 }, (_, index) => `x-${index}: 1`)),
  'two lengths': post('/move', 'content-length: 1', 'content-length: 2', '', 'xx'),
  'a length below zero': post('/move', 'content-length: -1', '', 'x'),
  'a length and chunks': post('/move', 'content-length: 3', 'transfer-encoding: chunked', 'connection: close', '', '0', '', ''),
  'chunks that are none': post('/move', 'transfer-encoding: chunked', 'connection: close', '', 'zz', 'xx', ''),
  'half a body': post('/move', 'content-length: 100', 'connection: close', '', 'c=demo'),
  'another protocol': 'EHLO evil.example\r\n',
  'the beginning of HTTP/2 and no more of it': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nrubbish rubbish rubbish',
  'nothing but ends of lines': '\r\n'.repeat(2_000),
};

for (const listener of ['http', 'https'] as const) {
  test(`${listener}: the server answers any bytes as designed and keeps serving`, async ({ open }) => {
    const anteroom = await open();
    const answers = await Promise.all(
      Object.entries(REQUESTS).map(async ([name, bytes]) => [name, await said(anteroom, listener, bytes)] as const),
    );
    for (const [name, answer] of answers) {
      expect.soft(answer, name).not.toMatch(/^HTTP\/\S+ 5/);
      expect.soft(/^location: (.*)$/im.exec(answer)?.[1] ?? '/', name).not.toMatch(/evil\.example|^\/\/|^\/\\/);
    }
    const understood = answers.filter(([, answer]) => /^HTTP\/1\.[01] [234]/.test(answer));
    expect(understood.length, 'most get an answer').toBeGreaterThan(answers.length / 2);
    expect((await fetch(`${anteroom.http}/health/ready`)).status).toBe(200);
  });
}

test('https on the http port and the other way round end the connection, and no more', async ({ open }) => {
  const anteroom = await open();
  const plain = connect(Number(new URL(anteroom.https).port), '127.0.0.1');
  expect(await read(plain, get(ENTRY))).not.toContain('200');
  const hello = Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x00]);
  expect(await said(anteroom, 'http', hello)).not.toMatch(/ [25]\d\d /);
  expect((await fetch(`${anteroom.http}/health/ready`)).status).toBe(200);
});

/** Returns the server's answer to these bytes, until it is silent. */
function said(anteroom: Anteroom, listener: 'http' | 'https', bytes: string | Buffer): Promise<string> {
  const port = Number(new URL(anteroom[listener]).port);
  const socket =
    listener === 'http' ? connect(port, '127.0.0.1') : connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  return read(socket, bytes);
}

function read(socket: Socket, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setTimeout(QUIET_MS_MAX, () => socket.destroy());
    socket.on('data', (data) => (text += data.toString('latin1')));
    // A reset counts as an end.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(bytes);
  });
}
