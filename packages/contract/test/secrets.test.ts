import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSecretName, maskSecrets, problem } from '@chatferry/contract';

test.each([
  'password passwordHash user_password passwd passwort kennwort senha contraseña pwd mdp',
  'fcmToken resetToken tokens secret clientSecret apiKey api_key api-key accessKey privateKey',
  'sessionId cookie csrf jwt credentials bearer otp totp pin pin_code salt hash authData',
])('names of secrets: %s', (names) => {
  expect(names.split(' ').filter((name) => !isSecretName(name))).toEqual([]);
});

test.each([
  'name uid compass passenger bypassed keyword spinner pinned basalt hashtag optional stop',
  'timetoken author authority format notion desession',
])('other names: %s', (names) => {
  expect(names.split(' ').filter(isSecretName)).toEqual([]);
});

describe('in JSON', () => {
  test.each([
    ['{"uid":"a","password":"hu\\"nter2","n":1}', '{"uid":"a","password":"[secret]","n":1}'],
    ['{"fcmToken": {"a":[1,"}"]}, "x":2}', '{"fcmToken": "[secret]", "x":2}'],
    ['{"pin":1234,"y":null}', '{"pin":"[secret]","y":null}'],
    ['{"password":null,"hasToken":true,"salt":""}', '{"password":null,"hasToken":true,"salt":""}'],
    ['{"a":{"secret":["x","y"]}}', '{"a":{"secret":"[secret]"}}'],
    ['{"password":"cut of', '{"password":"[secret]"'],
    ['a,"{""token"":""abc"",""x"":1}"', 'a,"{""token"":""[secret]"",""x"":1}"'],
    ['{"s":"{\\"token\\":\\"abc\\"}"}', '{"s":"{\\"token\\":\\"[secret]\\"}"}'],
    ['{"text":"the password: x"}', '{"text":"the password: x"}'],
  ])('%s', (json, masked) => {
    expect(maskSecrets(json)).toBe(masked);
  });

  test('secrets of any form disappear, and everything else stays', () => {
    // Of letters that spell no name of a secret, such as 2FA.
    const plain = fc.jsonValue({ stringUnit: fc.constantFrom('x', 'y', '"', '\\', 'é') });
    const other = fc.dictionary(fc.constantFrom('a', 'b', 'uid'), plain, { maxKeys: 3 });
    const hidden = fc.string({ minLength: 12, unit: fc.constantFrom('Q', 'W', 'é') });
    const secret = fc.oneof(hidden, fc.array(hidden, { minLength: 1 }), fc.record({ k: hidden }));
    fc.assert(
      fc.property(other, secret, other, (before, value, after) => {
        const json = JSON.stringify({ before, resetToken: value, after });

        const masked = JSON.parse(maskSecrets(json)) as object;

        const rest = JSON.parse(JSON.stringify({ before, after })) as object; // JSON has no -0.
        expect(masked).toEqual({ ...rest, resetToken: '[secret]' });
      }),
      { numRuns: 100 },
    );
  });
});

describe('inside of texts', () => {
  test.each([
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [secret]'],
    ['sent with Bearer abcDEF123456', 'sent with Bearer [secret]'],
    ['Basic understanding of a Bearer certificate', 'Basic understanding of a Bearer certificate'],
    ['https://ann:hunter2@x.test/a.png', 'https://ann:[secret]@x.test/a.png'],
    ['https:\\/\\/ann:hunter2@x.test\\/a', 'https:\\/\\/ann:[secret]@x.test\\/a'],
    ['postgres://u:p4ss@db/x', 'postgres://u:[secret]@db/x'],
    [
      'https://x.test/a.png?w=1&token=abc-1&X-Amz-Signature=0af',
      'https://x.test/a.png?w=1&token=[secret]&X-Amz-Signature=[secret]',
    ],
    ['see https://x.test/?q=1&page=2', 'see https://x.test/?q=1&page=2'],
    ['mail ann@x.test at 10:00', 'mail ann@x.test at 10:00'],
    ['key sk_live_abcdefghijklmnop1', 'key [secret]'],
    ['-----BEGIN PRIVATE KEY-----MIIE', '-----BEGIN PRIVATE KEY-----[secret]'],
    ['{"headers":{"Authorization":"x"}}', '{"headers":{"Authorization":"[secret]"}}'],
  ])('%s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });
});

test('a problem names no value of a secret field, and no secret inside a value', () => {
  expect(problem('unknown-field', { field: 'resetToken', value: 'hunter2' })).not.toHaveProperty(
    'value',
  );
  const about = { field: 'profile', value: { name: 'Ann', password: 'hunter2' } };
  expect(problem('unknown-field', about).value).toBe('{"name":"Ann","password":"[secret]"}');
});
