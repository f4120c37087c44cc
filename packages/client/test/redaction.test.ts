import { expect, test } from 'vitest';
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
