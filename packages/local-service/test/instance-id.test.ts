import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

test('every answer names the instance, successful or not', async () => {
  await using rig = await startRig();
  const { instanceId, port } = rig.service;
  const origin = `http://127.0.0.1:${port}`;
  const headers = { apikey: rig.service.apiKey };
  const idOf = async (url: string, init = {}) =>
    (await rig.send('GET', origin + url, init)).headers.get('x-instance-id');

  expect(await idOf('/v3/users', { headers })).toBe(instanceId);
  expect(await idOf('/v3/users')).toBe(instanceId);
  expect(await idOf('/v3/nothing')).toBe(instanceId);
  expect(await idOf('/v3/users/%E0%A4%A')).toBe(instanceId);
  rig.service.setFaults([{ fault: 'html' }]);
  expect(await idOf('/v3/users', { headers })).toBe(instanceId);
  rig.service.setFaults([{ fault: 'cut-off' }]);
  expect(await answerTo(port, 'GET /v3/users HTTP/1.1\r\nhost: x\r\n\r\n')).toContain(instanceId);
});

test('the instance id stays over a restart, and another database has another one', async () => {
  await using dir = await mkdtempDisposable(path.join(tmpdir(), 'local-service-'));
  const db = path.join(dir.path, 'service.sqlite');
  const first = await startRig({ db });
  const { instanceId } = first.service;
  await first.service.close();

  await using again = await startRig({ db });
  await using other = await startRig({ db: path.join(dir.path, 'other.sqlite') });

  expect(again.service.instanceId).toBe(instanceId);
  expect(other.service.instanceId).not.toBe(instanceId);
});

test('headers that are too large, or not HTTP, are answered with an error object', async () => {
  await using rig = await startRig();
  const { port, instanceId } = rig.service;

  const large = await answerTo(
    port,
    `GET /v3/users HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
  );
  const noise = await answerTo(port, 'these are no headers\r\n\r\n');

  expect(large).toMatch(/^HTTP\/1\.1 431 /);
  expect(noise).toMatch(/^HTTP\/1\.1 400 /);
  for (const answer of [large, noise]) {
    expect(answer).toContain(`x-instance-id: ${instanceId}`);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      error: { source: 'chat-api', code: 'ERR_BAD_REQUEST', message: expect.any(String) as string },
    });
  }
});

/** Everything received over one connection until the service closes it. */
async function answerTo(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += String(text);
  });
  socket.write(request);
  await once(socket, 'close');
  return answer;
}
