import { problem, problems } from '@chatferry/contract';
import { expect, test } from 'vitest';

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
