import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, type ApiErrorCode, type Attempt } from '@chatferry/client';
import { type Batch, openPlan } from '@chatferry/planner';
import { describe, expect, test } from 'vitest';
import { AllSucceeded, parseAnswer } from '../src/fast-path/all-succeeded.ts';
import { type SentRecords, sentRecords } from '../src/answers/sent-records.ts';
import type { RecordResult, RetryAction } from '../src/answers/answer-action.ts';
import { codesOf } from '../src/answers/codes-only.ts';
import { actionFor } from '../src/answers/action-for.ts';
import { stopReason } from '../src/answers/stop-reasons.ts';
import { chatActionFor } from '../src/routes/chat-action.ts';
import { listedResult } from '../src/routes/listed-result.ts';
import { makePlan } from './support/make-plan.ts';
import { messages, users } from './support/rows.ts';
import { meaningOfRefusal } from '../src/answers/refusal-meaning.ts';

const now = Date.UTC(2026, 10, 20, 12);

const { batch, sent } = await plannedMessages();

/** Two messages of one conversation as a plan holds them, and what a request with both has to be held against. */
async function plannedMessages(): Promise<{ batch: Batch; sent: SentRecords }> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-answers-'));
  const path = join(folder, 'plan.sqlite');
  const talk = messages(2, 2);
  await makePlan(path, { users: users(2), messages: talk }, { lanes: 1 });
  using plan = openPlan(path);
  const [planned] = plan.batches('messages', 0, 0);
  rmSync(folder, { recursive: true });
  return { batch: planned!, sent: sentRecords(planned!, [0, 1]) };
}

const landed = { success: true, data: { id: '7' } };
const refused = (code: string) => ({ success: false, error: { code, message: 'No.' } });
const error = (code: string) => ({ error: { code, message: 'No.' } });

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Attempt {
  return body === undefined
    ? { status, headers, body, text: '<html>Bad gateway</html>' }
    : { status, headers, body };
}

function noAnswer(code: ApiErrorCode, mayHaveLanded: boolean): ApiError {
  return new ApiError(code, 'no answer', { operation: 'dataImport.messages', mayHaveLanded });
}

const parsed = (text: string): unknown => parseAnswer(new TextEncoder().encode(text));

const failed = (code: string) => ({ is: 'failed', trouble: { code, message: 'No.' } });
const open = (code: string) => ({ is: 'open', trouble: { code } });

/** `row` is the row of the README's table that the case belongs to. */
const cases: readonly { row: string; outcome: Attempt | ApiError; action: object }[] = [
  {
    row: '`success` for every record',
    outcome: answer(200, { data: { m1: landed, m2: landed } }),
    action: { type: 'all-created' },
  },
  {
    row: '`success` for every record',
    outcome: answer(200, {
      data: { m1: { success: true, data: { data: { muid: 'm1' } } }, m2: landed },
    }),
    action: { type: 'all-created' },
  },
  {
    row: 'a record with an "already exists" code',
    outcome: answer(200, { data: { m1: refused('ERR_IMPORT_MUID_ALREADY_EXISTS'), m2: landed } }),
    action: { type: 'results', results: [{ is: 'present' }, { is: 'created' }] },
  },
  {
    row: 'a record with a code about the record, or an unknown one',
    outcome: answer(200, {
      data: { m1: refused('ERR_UID_NOT_FOUND'), m2: refused('ERR_BRAND_NEW') },
    }),
    action: { type: 'results', results: [failed('ERR_UID_NOT_FOUND'), failed('ERR_BRAND_NEW')] },
  },
  {
    row: 'a record with a code of trouble inside the service',
    outcome: answer(200, { data: { m1: landed, m2: refused('ERR_OPERATION_FAILED') } }),
    action: {
      type: 'results',
      results: [{ is: 'created' }, { ...open('ERR_OPERATION_FAILED'), because: 'trouble' }],
    },
  },
  {
    row: 'a record with a code of trouble in the realtime part (`ERR_WS_…`)',
    outcome: answer(200, { data: { m1: landed, m2: refused('ERR_WS_GROUP_JOIN_FAILED') } }),
    action: {
      type: 'results',
      results: [{ is: 'created' }, { ...open('ERR_WS_GROUP_JOIN_FAILED'), because: 'realtime' }],
    },
  },
  {
    row: 'a record with `ERR_TOO_MANY_REQUESTS`',
    outcome: answer(
      200,
      { data: { m1: landed, m2: refused('ERR_TOO_MANY_REQUESTS') } },
      { 'retry-after': '9' },
    ),
    action: {
      type: 'results',
      results: [{ is: 'created' }, { ...open('ERR_TOO_MANY_REQUESTS'), because: 'rate' }],
      wait: { type: 'wait', afterMs: 9000 },
    },
  },
  {
    row: 'a record with `ERR_TOO_MANY_REQUESTS`',
    outcome: answer(200, {
      data: {
        m1: landed,
        m2: {
          error: { code: 'ERR_TOO_MANY_REQUESTS', message: 'Please try again after 12 seconds.' },
        },
      },
    }),
    action: { type: 'results', wait: { type: 'wait', afterMs: 12_000 } },
  },
  {
    row: 'a record that is not mentioned',
    outcome: answer(200, { data: { m1: landed, zzz: landed } }),
    action: {
      type: 'results',
      results: [{ is: 'created' }, { ...open('NOT_MENTIONED'), because: 'not-mentioned' }],
    },
  },
  {
    row: 'a record that is not mentioned',
    outcome: answer(200, { data: [] }),
    action: { type: 'results', results: [open('NOT_MENTIONED'), open('NOT_MENTIONED')] },
  },
  {
    row: 'a record with a code of key, app or plan',
    outcome: answer(200, { data: { m1: landed, m2: refused('ERR_PLAN_QUOTA_RESTRICTION') } }),
    action: {
      type: 'results',
      results: [{ is: 'created' }, { ...open('ERR_PLAN_QUOTA_RESTRICTION'), because: 'stop' }],
      stop: { code: 'plan-limit' },
    },
  },
  {
    row: '200, empty, cut off or not the service’s',
    outcome: answer(200, undefined),
    action: {
      type: 'retry',
      source: 'silence',
      mayHaveLanded: true,
      trouble: { code: 'UNREADABLE' },
    },
  },
  {
    row: '200, empty, cut off or not the service’s',
    outcome: answer(200, { hello: 'world' }),
    action: { type: 'retry', source: 'silence', mayHaveLanded: true },
  },
  {
    row: '200, empty, cut off or not the service’s',
    outcome: answer(200, { data: null }),
    action: { type: 'retry', source: 'silence', trouble: { code: 'UNREADABLE' } },
  },
  {
    row: '5xx with a code of the service',
    outcome: answer(500, error('ERR_EXCEPTION')),
    action: {
      type: 'retry',
      source: 'service',
      mayHaveLanded: true,
      trouble: { code: 'ERR_EXCEPTION' },
    },
  },
  {
    row: '5xx with a code of the service',
    outcome: answer(500, error('ERR_WS_INIT_FAILED')),
    action: { type: 'retry', source: 'silence', mayHaveLanded: true },
  },
  {
    row: '5xx with a code of the service',
    outcome: answer(400, error('ERR_WS_BRAND_NEW')),
    action: { type: 'retry', source: 'silence', mayHaveLanded: true },
  },
  {
    row: '5xx or 408 from something in between (HTML)',
    outcome: answer(502, undefined),
    action: {
      type: 'retry',
      source: 'gateway',
      mayHaveLanded: true,
      trouble: { code: 'HTTP 502' },
    },
  },
  {
    row: '5xx or 408 from something in between (HTML)',
    outcome: answer(503, undefined, { 'retry-after': '30' }),
    action: { type: 'retry', source: 'gateway', afterMs: 30_000 },
  },
  {
    row: '5xx or 408 from something in between (HTML)',
    outcome: answer(408, undefined),
    action: { type: 'retry', source: 'gateway', mayHaveLanded: true },
  },
  {
    row: '429',
    outcome: answer(429, error('ERR_TOO_MANY_REQUESTS'), { 'retry-after': '58' }),
    action: { type: 'wait', afterMs: 58_000 },
  },
  {
    row: '429',
    outcome: answer(429, error('X'), { 'x-rate-limit-reset': String(now / 1000 + 7) }),
    action: { type: 'wait', afterMs: 7000 },
  },
  {
    row: '429',
    outcome: answer(429, {
      error: { code: 'ERR_TOO_MANY_REQUESTS', message: 'Please try again after 12 seconds.' },
    }),
    action: { type: 'wait', afterMs: 12_000 },
  },
  {
    row: '429',
    outcome: answer(400, error('ERR_TOO_MANY_REQUESTS')),
    action: { type: 'wait', afterMs: undefined },
  },
  {
    row: '429',
    outcome: answer(429, undefined),
    action: { type: 'wait', afterMs: undefined },
  },
  {
    row: '413',
    outcome: answer(413, undefined),
    action: { type: 'split', because: 'too-large' },
  },
  {
    row: '413',
    outcome: answer(413, error('ERR_BAD_REQUEST')),
    action: { type: 'split', because: 'too-large' },
  },
  {
    row: '4xx with a code about a record',
    outcome: answer(400, error('ERR_BAD_REQUEST')),
    action: { type: 'split', because: 'refused' },
  },
  {
    row: '4xx with a code about a record',
    outcome: answer(404, error('ERR_UID_NOT_FOUND')),
    action: { type: 'split', because: 'refused' },
  },
  {
    row: 'a code of key or scope',
    outcome: answer(401, error('AUTH_ERR_APIKEY_NOT_FOUND')),
    action: { type: 'stop', certain: true, reason: { code: 'key-refused' } },
  },
  {
    row: 'a code of key or scope',
    outcome: answer(500, error('AUTH_ERR_NO_ACCESS')),
    action: { type: 'stop', certain: true, reason: { code: 'key-refused' } },
  },
  {
    row: 'a code of app or address',
    outcome: answer(400, error('AUTH_ERR_INVALID_APPID')),
    action: { type: 'stop', certain: true, reason: { code: 'wrong-app' } },
  },
  ...['AUTH_ERR_EMPTY_APPID', 'ERR_API_NOT_FOUND', 'ERR_INVALID_API_VERSION'].map((code) => ({
    row: 'a code of app or address',
    outcome: answer(404, error(code)),
    action: { type: 'stop', reason: { code: 'wrong-app' } },
  })),
  ...[answer(402, error('ERR_SUBSCRIPTION_EXPIRED')), answer(402, undefined)].map((outcome) => ({
    row: 'a code of plan or subscription, or 402',
    outcome,
    action: { type: 'stop', certain: true, reason: { code: 'plan-limit' } },
  })),
  {
    row: '400, the container is malformed',
    outcome: answer(400, error('ERR_IMPORT_INVALID_MESSAGE_FORMAT')),
    action: { type: 'stop', certain: true, reason: { code: 'request-refused' } },
  },
  {
    row: 'any other 3xx or 4xx',
    outcome: answer(403, undefined),
    action: { type: 'stop', certain: false, reason: { code: 'key-refused' } },
  },
  {
    row: 'any other 3xx or 4xx',
    outcome: answer(422, { data: { m1: landed, m2: landed } }),
    action: { type: 'stop', certain: false },
  },
  {
    row: 'any other 3xx or 4xx',
    outcome: answer(300, { data: { m1: landed, m2: landed } }),
    action: { type: 'stop', certain: false },
  },
  {
    row: 'any other 3xx or 4xx',
    outcome: answer(404, undefined),
    action: { type: 'stop', certain: false, reason: { code: 'wrong-app' } },
  },
  {
    row: 'any other 3xx or 4xx',
    outcome: answer(422, error('ERR_BRAND_NEW')),
    action: {
      type: 'stop',
      certain: false,
      reason: {
        code: 'request-refused',
        fix: expect.stringContaining('not documented'),
        serviceCode: 'ERR_BRAND_NEW',
      },
    },
  },
  ...(
    [
      [300, 'wrong-app'],
      [302, 'wrong-app'],
      [401, 'key-refused'],
      [410, 'request-refused'],
    ] as const
  ).map(([status, code]) => ({
    row: 'any other 3xx or 4xx',
    outcome: answer(status, undefined),
    action: { type: 'stop', certain: false, reason: { code } },
  })),
  {
    row: 'no connection (refused, DNS, TLS)',
    outcome: noAnswer('unreachable', false),
    action: { type: 'retry', source: 'silence', mayHaveLanded: false },
  },
  {
    row: 'no connection (refused, DNS, TLS)',
    outcome: noAnswer('untrusted', false),
    action: { type: 'retry', source: 'silence', mayHaveLanded: false },
  },
  {
    row: 'the connection breaks, or no answer in time',
    outcome: noAnswer('unreachable', true),
    action: { type: 'retry', source: 'silence', mayHaveLanded: true },
  },
  {
    row: 'the connection breaks, or no answer in time',
    outcome: noAnswer('timeout', true),
    action: { type: 'retry', source: 'silence', mayHaveLanded: true },
  },
  {
    row: 'the client lacks address or key',
    outcome: noAnswer('not-configured', false),
    action: { type: 'stop', certain: true, reason: { code: 'wrong-app' } },
  },
];

describe('what an answer means', () => {
  test.each(cases)('$row: $action', ({ outcome, action }) => {
    const whole = actionFor(outcome, 'messages', sent, now);
    const codes = codesOf(whole);

    expect(whole).toMatchObject(action);
    expect(codes).toMatchObject({ type: whole.type });
    expect(JSON.stringify(codes)).not.toMatch(/No\.|no answer|Bad gateway|Please/);
  });
});

test.each([200, 302, 400, 403, 404, 408, 409, 422, 500, 503])(
  'with status %i a new code means what no code means, and a known one what it always means',
  (status) => {
    const meaning = (body: unknown): object => {
      const action = actionFor(answer(status, body), 'messages', sent, now);
      const { type, certain, because } = action as unknown as Record<string, unknown>;
      return { type, certain, because };
    };

    expect(meaning(error('ERR_BRAND_NEW'))).toEqual(meaning(undefined));
    expect(meaning(error('ERR_EXCEPTION'))).toEqual({ type: 'retry' });
    expect(meaning(error('ERR_UID_NOT_FOUND'))).toEqual({ type: 'split', because: 'refused' });
    expect(meaning(error('AUTH_ERR_NO_ACCESS'))).toEqual({ type: 'stop', certain: true });
  },
);

test('of the page of a gateway only the beginning is kept', () => {
  const outcome = { ...answer(502, undefined), text: 'Bad gateway '.repeat(1000) };

  const { trouble } = actionFor(outcome, 'messages', sent, now) as RetryAction;

  expect(trouble.message).toMatch(/It begins: Bad gateway/);
  expect(trouble.message.length).toBeLessThan(200);
});

test('of several codes that stop, the first record’s is the reason', () => {
  const outcome = answer(200, {
    data: { m1: refused('ERR_PLAN_QUOTA_RESTRICTION'), m2: refused('AUTH_ERR_NO_ACCESS') },
  });

  expect(actionFor(outcome, 'messages', sent, now)).toMatchObject({
    stop: { code: 'plan-limit', serviceCode: 'ERR_PLAN_QUOTA_RESTRICTION' },
  });
});

test.each([
  ['No.', 'The service refused with ERR_BRAND_NEW: No.'],
  ['ERR_BRAND_NEW: No.', 'The service refused: ERR_BRAND_NEW: No.'],
])('the reason of a stop names the code once: %j', (said, shown) => {
  const trouble = { code: 'ERR_BRAND_NEW', message: said };

  expect(stopReason(422, 'ERR_BRAND_NEW', trouble).message).toBe(shown);
});

test.each([
  [402, 'ERR_BRAND_NEW', 'plan of the app'],
  [403, 'AUTH_ERR_NO_ACCESS', 'scope fullAccess'],
  [403, 'ERR_BRAND_NEW', 'not documented'],
  [404, undefined, 'app id, region'],
])('the fix of a stop is that of its code: %i %s', (status, code, fix) => {
  const trouble = { code: code ?? `HTTP ${status}`, message: 'No.' };

  expect(stopReason(status, code, trouble).fix).toContain(fix);
});

test('the only record of a chat request is blamed for an unknown code, and not for a refused key', () => {
  const keyRefused = answer(403, error('AUTH_ERR_NO_ACCESS'));
  const unknown = answer(403, error('ERR_BRAND_NEW'));

  expect(chatActionFor(keyRefused, 'users', 1, () => [], now)).toMatchObject({
    type: 'stop',
    certain: true,
  });
  expect(chatActionFor(unknown, 'users', 1, () => [], now)).toEqual({
    type: 'results',
    results: [failed('ERR_BRAND_NEW')],
  });
});

test('what a chat request means for its only record, or for several', () => {
  const held = answer(409, error('ERR_UID_ALREADY_EXISTS'));
  const limited = { ...open('ERR_TOO_MANY_REQUESTS'), because: 'rate' } as RecordResult;
  const good = answer(200, { data: {} }, { 'retry-after': '9' });

  expect(chatActionFor(held, 'users', 1, () => [], now)).toEqual({
    type: 'results',
    results: [{ is: 'present' }],
  });
  expect(chatActionFor(good, 'members', 1, () => [limited], now)).toMatchObject({
    results: [limited],
    wait: { afterMs: 9000 },
  });
  // The client found that it cannot be put into a request: sent again, it would not leave either.
  expect(chatActionFor(noAnswer('invalid', false), 'users', 1, () => [], now)).toMatchObject({
    type: 'split',
    because: 'refused',
  });
});

test.each([
  { listed: { success: true }, is: { is: 'created' } },
  { listed: undefined, is: { ...open('NOT_MENTIONED'), because: 'not-mentioned' } },
  { listed: {}, is: open('NOT_MENTIONED') },
  { listed: refused('ERR_ALREADY_JOINED'), is: { is: 'present' } },
  { listed: refused('ERR_UID_NOT_FOUND'), is: failed('ERR_UID_NOT_FOUND') },
  { listed: { error: { message: 'No.' } }, is: failed('UNKNOWN') },
  {
    listed: refused('ERR_TOO_MANY_REQUESTS'),
    is: { ...open('ERR_TOO_MANY_REQUESTS'), because: 'rate' },
  },
  { listed: refused('ERR_WS_X'), is: { ...open('ERR_WS_X'), because: 'realtime' } },
  { listed: refused('AUTH_ERR_NO_ACCESS'), is: { ...open('AUTH_ERR_NO_ACCESS'), because: 'stop' } },
])('of a member in an answer, $listed is $is', ({ listed, is }) => {
  expect(listedResult('members', listed)).toMatchObject(is);
});

test('a full group fails its member and stops nothing', () => {
  const full = answer(200, { data: { m1: refused('ERR_PLAN_QUOTA_RESTRICTION'), m2: landed } });

  expect(actionFor(full, 'members', sent, now)).toMatchObject({
    results: [failed('ERR_PLAN_QUOTA_RESTRICTION'), { is: 'created' }],
    stop: undefined,
  });
});

test('a long message of the service is shortened', () => {
  const text = 'x'.repeat(5000);
  const details = { name: [text] };
  const long = answer(500, { error: { code: 'ERR_EXCEPTION', message: text, details } });

  const action = actionFor(long, 'messages', sent, now);

  expect(action).toMatchObject({
    trouble: { details: { name: [expect.stringMatching(/^x{600}…$/)] } },
  });
  expect(JSON.stringify(action).length).toBeLessThan(1500);

  const silence = new ApiError('unreachable', text, {
    operation: 'dataImport.messages',
    mayHaveLanded: true,
  });
  expect(actionFor(silence, 'messages', sent, now)).toMatchObject({
    trouble: { message: expect.stringMatching(/^.{600}…$/) },
  });
});

test('of the details of a refusal, 25 fields and 5 texts of each are kept, shortened', () => {
  const fields = Array.from({ length: 30 }, (_, nth) => [
    `${nth}${'x'.repeat(700)}`,
    Array(9).fill('No.'),
  ]);
  const refusal = {
    code: 'ERR_UID_NOT_FOUND',
    message: 'No.',
    details: Object.fromEntries(fields),
  };
  const body = { data: { m1: { success: false, error: refusal }, m2: landed } };

  const action = actionFor(answer(200, body), 'messages', sent, now);

  const [first] = action.type === 'results' ? action.results : [];
  const kept = Object.entries((first?.is === 'failed' && first.trouble.details) || {});
  expect(kept).toHaveLength(25);
  for (const [field, texts] of kept) {
    expect(field).toHaveLength(601);
    expect(texts).toHaveLength(5);
  }
});

test('every kind of answer is in the README, and the README has no other', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const table = /## Answers\n(.*?)\n## /s.exec(readme)?.at(1) ?? '';
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').at(1)!.trim());

  expect(rows.toSorted()).toEqual([...new Set(cases.map(({ row }) => row))].toSorted());
});

describe('the form in which success comes as a rule is understood without parsing the answer', () => {
  test.each([
    '{"data":{"m1":{"success":true},"m2":{"success":true}}}',
    '{"data":{"m1":{"success":true,"data":{"text":"} \\" ]{","a":[{"b":{}}]}},"m2":{"success":true,"data":{}}}}',
    '{"data":{"m1":{"success":true,"data":{"text":"\\\\"}},"m2":{"success":true}},"meta":{}}',
  ])('%s', (text) => {
    const body = parsed(text);

    expect(body).toSatisfy((made) => made instanceof AllSucceeded || text.includes('meta'));
    expect(actionFor(answer(200, body), 'messages', sent, now)).toEqual({ type: 'all-created' });
  });

  test.each([
    {
      text: '{"data":{"m1":{"success":true}}}',
      results: [{ is: 'created' }, open('NOT_MENTIONED')],
    },
    {
      text: '{"data":{"m1":{"success":true},"m3":{"success":true}}}',
      results: [{ is: 'created' }, open('NOT_MENTIONED')],
    },
    {
      text: '{"data":{"m":{"success":true},"m2":{"success":true}}}',
      results: [open('NOT_MENTIONED'), { is: 'created' }],
    },
    {
      text: '{"data":{"m1":{"success":true},"m22":{"success":true}}}',
      results: [{ is: 'created' }, open('NOT_MENTIONED')],
    },
    {
      text: '{"data":{"m2":{"success":true},"m1":{"success":false,"error":{"code":"ERR_UID_NOT_FOUND","message":"No."}}}}',
      results: [failed('ERR_UID_NOT_FOUND'), { is: 'created' }],
    },
  ])('$text is not taken for it', ({ text, results }) => {
    expect(actionFor(answer(200, parsed(text)), 'messages', sent, now)).toMatchObject({
      type: 'results',
      results,
    });
  });

  test.each(['{"data":{"m1":{"success":true', '{"data":{"m1":{"success":true},', ''])(
    'what breaks off is no answer: %s',
    (text) => {
      expect(() => parsed(text)).toThrow(SyntaxError);
    },
  );

  test('of a part of a batch, success counts for the records of that part alone', () => {
    const second = sentRecords(batch, [1]);
    const both = parsed('{"data":{"m1":{"success":true},"m2":{"success":true}}}');
    const first = parsed('{"data":{"m1":{"success":true}}}');

    expect(actionFor(answer(200, both), 'messages', second, now)).toEqual({ type: 'all-created' });
    expect(actionFor(answer(200, first), 'messages', second, now)).toMatchObject({
      results: [open('NOT_MENTIONED')],
    });
  });

  test('records answered in another order are all the same created', () => {
    const body = parsed('{"data":{"m2":{"success":true},"m1":{"success":true}}}');

    expect(actionFor(answer(200, body), 'messages', sent, now)).toEqual({ type: 'all-created' });
  });

  test('an error status stays one, also with a body of success', () => {
    const body = parsed('{"data":{"m1":{"success":true},"m2":{"success":true}}}');

    expect(actionFor(answer(500, body), 'messages', sent, now)).toMatchObject({ type: 'retry' });
  });
});

test('a request that is refused because a group is full is refused, and does not stop the run', () => {
  expect(meaningOfRefusal('members', 400, 'ERR_NO_VACANCY')).toBe('refused');
  expect(meaningOfRefusal('users', 400, 'ERR_NO_VACANCY')).toBe('stop');
});

test.each([
  [200, 'UNREADABLE', 'The answer is empty, broke off, or is not the service’s.'],
  [502, 'HTTP 502', 'Not an answer of the service.'],
])('an answer %i without a text is named without one', (status, code, message) => {
  const outcome = { status, headers: {}, body: undefined, text: '' };

  expect(actionFor(outcome, 'messages', sent, now)).toMatchObject({ trouble: { code, message } });
});

test.each([{ data: [] }, { data: null }, { data: 'text' }, null, 'text'])(
  'a good answer of another form than an object with data, such as %j, is no success',
  (body) => {
    const action = actionFor(answer(200, body), 'messages', sent, now);

    expect(action.type).not.toBe('all-created');
  },
);
