import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isOfRoom, read } from '../message.ts';

const message = { title: 'Sale: your turn is coming up', body: 'Soon', url: '/?c=demo&e=sale', tag: 't', lang: 'en', dir: 'ltr' };

test('a message of ours is read whole, and nothing else', () => {
  assert.deepEqual(read(JSON.stringify(message)), message);
  const others = [undefined, '', 'null', '7', '"text"', '[]', '{}'];
  for (const other of others) {
    assert.equal(read(other), undefined, other);
  }
  for (const name of Object.keys(message)) {
    assert.equal(read(JSON.stringify({ ...message, [name]: undefined })), undefined, name);
    assert.equal(read(JSON.stringify({ ...message, [name]: 7 })), undefined, name);
  }
});

test('a message leads to a page of this server alone', () => {
  for (const url of ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'x', '', 'javascript:alert(1)']) {
    assert.equal(read(JSON.stringify({ ...message, url })), undefined, url);
  }
});

test('the window of the room is found, whatever else its address has', () => {
  const wanted = 'https://queue.example/?c=demo&e=sale&cid=de';
  assert.ok(isOfRoom('https://queue.example/?c=demo&e=sale&q=1&t=x', wanted));
  for (const other of [
    'https://queue.example/?c=demo&e=other',
    'https://queue.example/?c=another&e=sale',
    'https://queue.example/about?c=demo&e=sale',
    'https://other.example/?c=demo&e=sale',
    'https://queue.example/',
  ]) {
    assert.ok(!isOfRoom(other, wanted), other);
  }
});
