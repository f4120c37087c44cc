import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { message, importSample, importMessages } from './support/records.ts';
import { startRig } from './support/rig.ts';

test.each([
  ['sends half of its headers', 'GET /v3/users HTTP/1.1\r\nhost: x\r\n'],
  [
    'sends half of its body',
    'POST /v3/users HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"uid"',
  ],
])('a client that %s and no more gets an error and is disconnected', async (_what, half) => {
  await using rig = await startRig({ clientTimeoutMs: 100 });
  const socket = connect(rig.service.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += String(text);
  });

  socket.write(half);
  await once(socket, 'close');

  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"ERR_BAD_REQUEST"/);
});

test('a client that reads no answer is disconnected', async () => {
  // Long enough for the requests of this test itself on a busy machine.
  await using rig = await startRig({ clientTimeoutMs: 1500 });
  await importSample(rig);
  for (let number = 0; number < 50; number++)
    await importMessages(rig, { ...message(`m${number}`), data: { text: 'x'.repeat(9000) } });
  // Reads nothing: no listener for data is set.
  const socket = connect(rig.service.port, '127.0.0.1').on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));

  const ask = `GET /v3/messages HTTP/1.1\r\nhost: x\r\napikey: ${rig.service.apiKey}\r\n\r\n`;
  socket.write(ask.repeat(50));
  // A closed connection is detected by writing to it.
  const knocking = setInterval(() => socket.write('G'), 20);
  await closed;
  clearInterval(knocking);

  expect((await rig.call('users.list')).status).toBe(200);
});
