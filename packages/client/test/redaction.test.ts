import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { redacted, redactedAnswer } from '../src/answers/redaction.ts';
import { API_KEY, startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

test('a key that the service repeats in a JSON text is removed', async () => {
  const message = `The key ${API_KEY} is not known, über.`;
  const body = {
    error: { code: 'AUTH_ERR_APIKEY_NOT_FOUND', message, details: { key: [API_KEY] } },
  };
  await using rig = await startRig([json(401, body, { 'x-debug': API_KEY })]);

  const attempt = await rig.client.attempt('dataImport.users', {});

  expect(JSON.stringify(attempt)).not.toContain(API_KEY);
  expect(attempt.body).toMatchObject({ error: { message: 'The key [key] is not known, über.' } });
  expect(attempt.headers).toMatchObject({ 'x-debug': '[key]' });
});

const hex = '0123456789abcdef0123456789abcdef01234567';

test.each<[string, readonly string[], string]>([
  [`a ${hex} b`, [], 'a [key] b'],
  [`${hex.toUpperCase()}.`, [], '[key].'],
  [`apikey=${hex}&x=${hex}`, [], 'apikey=[key]&x=[key]'],
  [`${hex.slice(1)} and ${hex}0`, [], `${hex.slice(1)} and ${hex}0`],
  ['abcd, abcdabcd', ['abcd'], '[key], [key][key]'],
  ['one two', ['one', 'two2', ''], 'one two'],
  ['a (b) $& c', ['(b) $&'], 'a [key] c'],
])('%j with the secrets %j is shown as %j', (text, secrets, shown) => {
  expect(redacted(text, secrets)).toBe(shown);
});

test.each([
  ['s'.repeat(16), true],
  ['s'.repeat(15), false],
])('%s is removed from the bytes of an answer: %s', (secret, isRemoved) => {
  for (const text of [`{"a":"über ${secret}","b":"${secret}"}`, `${secret}, über`]) {
    const whole = Buffer.from(`--${text}--`);
    const bytes = whole.subarray(2, -2);

    const answer = redactedAnswer({ status: 200, headers: {}, bytes }, [
      'other-secret-of-ours',
      secret,
    ]);

    const shown = isRemoved ? text.replaceAll(secret, '[key]') : text;
    expect(Buffer.from(answer.bytes).toString()).toBe(shown);
  }
});

test('both secrets of the management API are removed', async () => {
  const secrets = { managementKey: 'key-of-the-management', managementSecret: 'its-secret-part' };
  const said = Object.values(secrets).join(' and ');
  await using rig = await startRig(
    [json(400, { error: { code: 'ERR_BAD_REQUEST', message: said } }, { 'x-debug': said })],
    secrets,
  );

  const call = rig.client.request({ api: 'management', method: 'GET', path: '/apps' });

  const shown = inspect(await call.catch((error: unknown) => error), { depth: Infinity });
  expect(shown).toContain('[key] and [key]');
  expect(shown).not.toMatch(/of-the-management|secret-part/);
});

test('a header with one of several secrets among other words is shown without it', () => {
  const headers = { 'x-debug': 'key=first-secret;', server: 'a' };

  const shown = redactedAnswer({ status: 200, headers, bytes: Buffer.from('{}') }, [
    'first-secret',
    'other-secret',
  ]);

  expect(shown.headers).toEqual({ 'x-debug': 'key=[key];', server: 'a' });
});

test('an address may end with slashes', async () => {
  await using rig = await startRig([json(200, { data: { uid: 'ada' } })]);
  await using client = createClient({ baseUrl: `${rig.server.origin}/v3//`, apiKey: API_KEY });

  await client.users.get({ path: { uid: 'ada' } });

  expect(rig.server.seen[0]!.url).toBe('/v3/users/ada');
});
