import { codesByClass, type CodeClass } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { errorFromAnswer } from '../src/answers/answer-error.ts';
import type { ApiErrorCode } from '../src/index.ts';
import { redacted } from '../src/answers/redaction.ts';

const read = { operation: 'users.get', method: 'GET' } as const;
const write = { operation: 'users.create', method: 'POST' } as const;

function errorOf(status: number, serviceCode?: string, request: typeof read | typeof write = read) {
  const body = serviceCode === undefined ? {} : { error: { code: serviceCode, message: 'So.' } };
  return errorFromAnswer(request, { status, headers: {}, body }, 0, (text) => text);
}

const expected: Record<CodeClass, ApiErrorCode> = {
  auth: 'unauthorized',
  validation: 'invalid',
  conflict: 'conflict',
  'not-found': 'not-found',
  state: 'refused',
  quota: 'plan-limit',
  rate: 'rate-limited',
  server: 'service-trouble',
};

const documented = Object.entries(codesByClass).flatMap(([name, codes]) =>
  codes.map((code) => [code, expected[name as CodeClass]] as const),
);

test.each(documented)('%s is %s, whatever the status', (serviceCode, code) => {
  expect(errorOf(400, serviceCode)).toMatchObject({ code, serviceCode, status: 400 });
});

test.each([
  [401, 'unauthorized'],
  [402, 'plan-limit'],
  [403, 'unauthorized'],
  [404, 'not-found'],
  [408, 'service-trouble'],
  [409, 'conflict'],
  [422, 'invalid'],
  [429, 'rate-limited'],
  [500, 'service-trouble'],
  [503, 'service-trouble'],
  [302, 'unreadable'],
])('an undocumented code is judged by its status %i', (status, code) => {
  expect(errorOf(status, 'ERR_NEW')).toMatchObject({ code, serviceCode: 'ERR_NEW' });
});

test('402 is a limit of the plan, whatever the body', () => {
  const answer = { status: 402, headers: {}, body: undefined, text: '<html>' };

  expect(errorFromAnswer(read, answer, 0, (text) => text)).toMatchObject({ code: 'plan-limit' });
});

test('an error inside a good status is an error', () => {
  expect(errorOf(200, 'ERR_UID_NOT_FOUND')).toMatchObject({ code: 'not-found', status: 200 });
  expect(errorOf(200)).toBeUndefined();
});

test('only a request that the service may have executed may have landed', () => {
  expect(errorOf(500, 'ERR_EXCEPTION', write)).toMatchObject({ mayHaveLanded: true });
  expect(errorOf(500, 'ERR_EXCEPTION', read)).toMatchObject({ mayHaveLanded: false });
  expect(errorOf(400, 'ERR_BAD_REQUEST', write)).toMatchObject({ mayHaveLanded: false });
  expect(errorOf(429, 'ERR_TOO_MANY_REQUESTS', write)).toMatchObject({ mayHaveLanded: false });
});

test('the message states what happened, and the fix what to do', () => {
  expect(errorOf(404, 'ERR_UID_NOT_FOUND')).toMatchObject({
    message: 'users.get: HTTP 404 ERR_UID_NOT_FOUND: So.',
    fix: 'Check the id; a deactivated user counts as not existing.',
  });
});

test('details are passed on without anything in the form of a key', () => {
  const otherKey = 'c'.repeat(40);
  const body = {
    error: { code: 'ERR_BAD_REQUEST', details: { apikey: [`${otherKey} is unknown`] } },
  };

  const error = errorFromAnswer(read, { status: 400, headers: {}, body }, 0, (text) =>
    redacted(text, []),
  );

  expect(error?.details).toEqual({ apikey: ['[key] is unknown'] });
});
