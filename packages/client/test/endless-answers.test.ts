import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';
import type { Reply } from './support/scripted-server.ts';

const users = { data: { uid: 'ann', name: 'Ann' } };
const json = JSON.stringify(users);
const chunk = Buffer.alloc(1024 * 1024, 0x20);

/** Sends spaces for as long as the client reads them. */
const endless: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  pour(response);
};

function pour(response: ServerResponse): void {
  while (!response.destroyed) if (!response.write(chunk)) break;
  if (!response.destroyed) response.once('drain', () => pour(response));
}

/** Sends single bytes, each within every limit on silence. */
const drip: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

test('an answer without end is aborted at 64 MiB', async () => {
  await using rig = await startRig([endless]);

  await expect(rig.client.attempt('users.get', { path: { uid: 'ann' } })).rejects.toMatchObject({
    code: 'unreadable',
    message: expect.stringContaining('larger than 64 MiB'),
  });
});

test('an answer of single bytes is aborted at the time limit', async () => {
  await using rig = await startRig([drip], { answerTimeoutMs: 300 });

  await expect(rig.client.attempt('users.get', { path: { uid: 'ann' } })).rejects.toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('no complete answer'),
  });
});

test.each([
  ['gzip', gzipSync(json)],
  ['x-gzip', gzipSync(json)],
  ['GZIP', gzipSync(json)],
  ['deflate', deflateSync(json)],
  ['deflate', deflateRawSync(json)],
  ['br', brotliCompressSync(json)],
  ['gzip, br', brotliCompressSync(gzipSync(json))],
])('an answer that was compressed without a request is read: %s', async (encoding, body) => {
  await using rig = await startRig([
    (response) => response.writeHead(200, { 'content-encoding': encoding }).end(body),
  ]);

  const attempt = await rig.client.attempt('users.get', { path: { uid: 'ann' } });

  expect(attempt.body).toEqual(users);
  expect(rig.server.seen[0]!.headers['accept-encoding']).toBe('identity');
});

const huge = Buffer.alloc(65 * 1024 * 1024, 0x20);
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

test.each([
  ['gzip', gzipSync(huge)],
  ['deflate', deflateSync(huge)],
  ['br', brotliCompressSync(huge, quickly)],
])('a small answer that decompresses to a huge one is aborted: %s', async (encoding, bomb) => {
  await using rig = await startRig([
    (response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
  ]);

  await expect(rig.client.attempt('users.get', { path: { uid: 'ann' } })).rejects.toMatchObject({
    code: 'unreadable',
    message: expect.stringContaining('larger than 64 MiB'),
  });
});

test('an answer that is wrongly declared as compressed is read unchanged', async () => {
  await using rig = await startRig([
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(json),
  ]);

  const attempt = await rig.client.attempt('users.get', { path: { uid: 'ann' } });

  expect(attempt.body).toEqual(users);
});

test('an unrequested 100 Continue is reported as such', async () => {
  await using rig = await startRig([(response) => response.writeContinue()]);

  await expect(rig.client.attempt('users.get', { path: { uid: 'ann' } })).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/100 Continue.*gateway/),
  });
});
