import { problem, problems, takeUnsigned, UNSIGNED } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { typeDetail } from '../src/problems/value-types.ts';

test('every problem completes a sentence and has a fix', () => {
  for (const [code, { means, fix }] of Object.entries(problems)) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(means).not.toMatch(/\.$/);
    expect(fix).toMatch(/^[A-Z].*\.$/s);
  }
});

test('a problem names field, value and reason', () => {
  expect(problem('too-long', { field: 'name', value: 'Ada', detail: 'at most 2' })).toEqual({
    code: 'too-long',
    field: 'name',
    value: 'Ada',
    message: 'name is longer than the service takes (at most 2).',
    fix: 'Shorten it.',
  });
});

test('without a field the problem concerns the row', () => {
  expect(problem('bad-json').message).toBe('The row is not valid JSON.');
});

test('long values are cut, and secrets are not shown', () => {
  expect(problem('too-long', { field: 'name', value: 'x'.repeat(500) }).value).toHaveLength(121);
  expect(problem('bad-value', { field: 'tags', value: ['a', 1] }).value).toBe('["a",1]');
  expect(problem('bad-value', { field: 'sentAt', value: JSON.parse('1e400') }).value).toBe(
    'Infinity',
  );
  expect(problem('bad-value', { field: 'tags', value: JSON.parse('[-1e400]') }).value).toBe(
    '["-Infinity"]',
  );
  expect(problem('too-long', { field: 'password', value: 'secret' })).not.toHaveProperty('value');
});

test.each([
  ['string', 7, '7 is a number, and a text is needed'],
  ['string', JSON.parse('1e400'), 'is a number that is too large, and a text is needed'],
  ['string', JSON.parse('-1e400'), 'is a number that is too large, and a text is needed'],
  ['array', '7', '"7" is a text, and a list is needed'],
  ['int', [7], '[7] is a list, and a number is needed'],
  ['boolean', null, 'null is null, and true or false is needed'],
  ['something else', true, 'true is true or false, and an object is needed'],
])('a value of another type than %s is named with its type', (expected, value, detail) => {
  expect(typeDetail(expected, value, false)).toContain(detail);
  expect(typeDetail(expected, value, true)).toMatch(/^the value is /);
});

test('fields whose addresses lost their signature are warnings, and no part of the record', () => {
  const row = { uid: 'ada', [UNSIGNED]: ['avatar', 'link'] };

  const warnings = takeUnsigned(row);

  expect(row).toEqual({ uid: 'ada' });
  expect(warnings).toMatchObject([
    { code: 'signed-url', field: 'avatar', message: expect.stringContaining('without its sign') },
    { code: 'signed-url', field: 'link' },
  ]);
  expect(takeUnsigned({ uid: 'ada' })).toBeUndefined();
});
