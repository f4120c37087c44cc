/* oxlint-disable vitest/no-conditional-expect, unicorn/consistent-function-scoping, typescript/no-unnecessary-type-assertion, typescript/no-misused-spread, unicorn/no-useless-spread -- what is expected depends on what was drawn */
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../src/index.ts';
import { API_KEY, startRig } from './support/rig.ts';

/** `npm run test:long` asks for many more. */
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150) };

/** One answer of the service, or of a gateway before it. */
interface Answer {
  readonly way: 'whole' | 'whole-in-pieces' | 'cut' | 'hang-up';
  /** Whether an informational status comes first. */
  readonly isAnnounced: boolean;
  readonly status: number;
  readonly body: string;
  readonly encoding: 'none' | 'gzip' | 'deflate' | 'raw' | 'br' | 'wrong' | 'unknown';
  /** Seconds that the service's clock is ahead; undefined for an answer without a date. */
  readonly ahead: number | undefined;
  readonly retryAfter:
    | 'none'
    | 'seconds'
    | 'fraction'
    | 'date'
    | 'past'
    | 'nonsense'
    | 'longest'
    | 'hour';
  readonly reset: 'none' | 'seconds' | 'milliseconds' | 'left' | 'past';
  readonly remaining: number | undefined;
  readonly spelling: 0 | 1;
}

/** The key of another app. */
const OTHER_KEY = 'fedcba9876543210fedcba9876543210fedcba98';

const code = (name: string, message = 'No.'): string =>
  JSON.stringify({
    error: { code: name, message, details: { name: [`bad ${API_KEY} ${OTHER_KEY}`] } },
  });

const bodies = {
  good: JSON.stringify({ data: { uid: 'ada', note: `the key ${API_KEY} ü` } }),
  list: '[1,2]',
  noError: '{"error":false,"data":1}',
  errorText: `{"error":"Some trouble with ${API_KEY}"}`,
  html: `<html>${'x'.repeat(90)} ${API_KEY} ${'y'.repeat(600)}</html>`,
  empty: '',
  halfJson: '{"data":{"uid":',
} as const;

/** Codes of the service with what they mean for a call. */
const codes: Readonly<Record<string, string>> = {
  ERR_TOO_MANY_REQUESTS: 'rate-limited',
  ERR_EXCEPTION: 'service-trouble',
  ERR_UID_NOT_FOUND: 'not-found',
  ERR_UID_ALREADY_EXISTS: 'conflict',
  AUTH_ERR_NO_ACCESS: 'unauthorized',
  ERR_BAD_REQUEST: 'invalid',
  ERR_PLAN_RESTRICTION: 'plan-limit',
  ERR_NOT_A_MEMBER: 'refused',
};

const anyBody = fc.oneof(
  { weight: 3, arbitrary: fc.constant<string>(bodies.good) },
  { weight: 3, arbitrary: fc.constantFrom<string>(...Object.values(bodies)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...Object.keys(codes), 'ERR_NEW').map((name) => code(name)),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('Please retry for seconds after 7.', 'Try again in 7 seconds.', '60.')
      .map((text) => code('ERR_TOO_MANY_REQUESTS', text)),
  },
);

const anyAnswer: fc.Arbitrary<Answer> = fc.record({
  way: fc.constantFrom(
    ...(['whole', 'whole', 'whole', 'whole-in-pieces', 'cut', 'hang-up'] as const),
  ),
  isAnnounced: fc.boolean(),
  status: fc.constantFrom(
    ...[200, 200, 201, 302, 400, 401, 403, 404, 408, 409, 422, 429, 429, 429, 500, 502, 503, 503],
  ),
  body: anyBody,
  encoding: fc.constantFrom(
    ...(['none', 'none', 'gzip', 'deflate', 'raw', 'br', 'wrong', 'unknown'] as const),
  ),
  ahead: fc.option(fc.constantFrom(0, 7200, -7200), { nil: undefined }),
  retryAfter: fc.constantFrom(
    ...([
      'none',
      'none',
      'none',
      'seconds',
      'fraction',
      'date',
      'past',
      'nonsense',
      'longest',
      'hour',
    ] as const),
  ),
  reset: fc.constantFrom(...(['none', 'none', 'seconds', 'milliseconds', 'left', 'past'] as const)),
  remaining: fc.option(fc.constantFrom(0, 3), { nil: undefined }),
  spelling: fc.constantFrom(...([0, 1] as const)),
});

const anyCall = fc.record({
  method: fc.constantFrom(...(['GET', 'POST', 'PUT', 'DELETE'] as const)),
  /** Without it, only reading is repeated. */
  repeatable: fc.option(fc.boolean(), { nil: undefined }),
  attempts: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  random: fc.constantFrom(0, 0.5, 0.99),
  answers: fc.array(anyAnswer, { minLength: 1, maxLength: 5 }),
});

/** What the answer's headers and text say about waiting, in milliseconds. */
interface StatedWait {
  readonly headers: Readonly<Record<string, string>>;
  readonly waitMs: number | undefined;
}

function statedWait(answer: Answer, nowMs: number): StatedWait {
  const { ahead, retryAfter, reset, remaining, spelling } = answer;
  const thereMs = ahead === undefined ? nowMs : Math.floor(nowMs / 1000) * 1000 + ahead * 1000;
  const date = (ms: number): string => new Date(ms).toUTCString();
  const [atSeconds, restMs] = [Math.floor(thereMs / 1000), thereMs % 1000];
  const retries: Readonly<Record<Answer['retryAfter'], [string, number | undefined]>> = {
    none: ['', undefined],
    seconds: ['3', 3000],
    fraction: ['0.25', 250],
    date: [date(thereMs + 5000), 5000 - restMs],
    past: [date(thereMs - 5000), undefined],
    nonsense: ['later', undefined],
    longest: ['300', 300_000],
    hour: ['3600', 3_600_000],
  };
  const resets: Readonly<Record<Answer['reset'], [string, number | undefined]>> = {
    none: ['', undefined],
    seconds: [String(atSeconds + 9), 9000 - restMs],
    milliseconds: [String(thereMs + 11_500), 11_500],
    left: ['13', 13_000],
    past: [String(atSeconds - 9), undefined],
  };
  const names = (['x-rate-limit', 'x-ratelimit'] as const)[spelling];
  const text = /after 7|in 7/.test(answer.body) && isRead(answer) ? 7000 : undefined;
  const headers = {
    ...(ahead === undefined ? {} : { Date: date(thereMs) }),
    ...(retryAfter === 'none' ? {} : { 'Retry-After': retries[retryAfter][0] }),
    ...(reset === 'none' ? {} : { [`${names}-reset`]: resets[reset][0] }),
    ...(remaining === undefined ? {} : { [`${names}-remaining`]: String(remaining) }),
    'X-Echo': `sent with ${API_KEY}`,
  };
  const fromReset = remaining === 3 ? undefined : resets[reset][1];
  return { headers, waitMs: retries[retryAfter][1] ?? fromReset ?? text };
}

const compress = {
  none: (bytes: Buffer) => bytes,
  gzip: gzipSync,
  deflate: deflateSync,
  raw: deflateRawSync,
  br: brotliCompressSync,
  wrong: (bytes: Buffer) => bytes,
  unknown: (bytes: Buffer) => bytes,
} as const;

const encodingNames = {
  none: undefined,
  raw: 'deflate',
  wrong: 'gzip',
  unknown: 'zip',
  gzip: 'gzip',
  deflate: 'deflate',
  br: 'br',
} as const;

function reply(response: ServerResponse, answer: Answer, headers: StatedWait['headers']): void {
  if (answer.isAnnounced) response.writeProcessing();
  if (answer.way === 'hang-up') {
    response.socket?.destroySoon();
    return;
  }
  const bytes = compress[answer.encoding](Buffer.from(answer.body)) as Buffer;
  const encoding = encodingNames[answer.encoding];
  response.sendDate = false;
  const isCut = answer.way === 'cut';
  response.writeHead(answer.status, {
    ...headers,
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    // Without a length, each piece arrives as one.
    ...(answer.way === 'whole-in-pieces'
      ? {}
      : { 'Content-Length': bytes.length + (isCut ? 10 : 0) }),
  });
  if (isCut) return void response.write(bytes, () => response.socket?.destroy());
  if (answer.way === 'whole') return void response.end(bytes);
  for (let at = 0; at < bytes.length; at += 50) response.write(bytes.subarray(at, at + 50));
  response.end();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the JSON of an answer can be read. */
function isRead({ way, body }: Answer): boolean {
  return way !== 'cut' && way !== 'hang-up' && parsed(body) !== undefined;
}

/** The code of the error that an answer is; undefined for a good one. */
function errorOf(answer: Answer): string | undefined {
  const { status, way, body } = answer;
  if (way === 'hang-up') return 'unreachable';
  const isGoodStatus = status === 200 || status === 201;
  if (
    isRead(answer) &&
    isGoodStatus &&
    !body.startsWith('{"error":{') &&
    !body.startsWith('{"error":"')
  )
    return undefined;
  if (status === 429) return 'rate-limited';
  if (!isRead(answer)) return 'unreadable';
  const named = Object.keys(codes).find((name) => body.includes(`"${name}"`));
  if (named !== undefined) return codes[named];
  if (status >= 500 || status === 408) return 'service-trouble';
  if (status < 400) return 'unreadable';
  return (
    { 401: 'unauthorized', 403: 'unauthorized', 404: 'not-found', 409: 'conflict' }[status] ??
    'invalid'
  );
}

test('any answers are decoded, redacted, waited for and repeated as far as that is safe', async () => {
  const queue: Answer[] = [];
  let random = 0;
  let nowMs = 0;
  await using rig = await startRig(
    [
      (response) => {
        nowMs = rig.clock.now();
        const answer = queue.shift()!;
        reply(response, answer, statedWait(answer, nowMs).headers);
      },
    ],
    { random: () => random },
  );
  await fc.assert(
    fc.asyncProperty(anyCall, async ({ method, repeatable, attempts, answers, ...drawn }) => {
      random = drawn.random;
      await rig.clock.sleep(4_000_000); // a pause that the last answer asked for is over
      rig.clock.sleeps.length = 0;
      rig.server.seen.length = 0;
      let at = rig.clock.now();

      const sleeps: number[] = [];
      let last: Answer | undefined;
      let waitMs: number | undefined;
      let requests = 0;
      const most = attempts ?? 5;
      for (;;) {
        // The last answer of the list is repeated.
        last = answers[Math.min(requests, answers.length - 1)]!;
        requests++;
        queue.push(last);
        const error = errorOf(last);
        if (error === undefined) break;
        const isStated = last.way !== 'hang-up' && (last.status === 429 || last.status >= 500);
        waitMs = isStated ? statedWait(last, at).waitMs : undefined;
        const isTemporary = ['unreachable', 'unreadable', 'service-trouble'].includes(error);
        const isSafe =
          error === 'rate-limited' || (isTemporary && (repeatable === true || method === 'GET'));
        const delayMs = waitMs ?? 500 * 2 ** (requests - 1) * (1 - random / 2);
        if (requests === most || !isSafe || delayMs > 300_000) break;
        if (delayMs > 0) sleeps.push(delayMs);
        at += delayMs;
      }

      const call = {
        method,
        path: `/apikeys/${OTHER_KEY}`,
        attempts,
        ...(repeatable === undefined ? {} : { repeatable }),
      };
      const outcome: unknown = await rig.client.request(call).catch((error: unknown) => error);

      expect(rig.server.seen).toHaveLength(requests);
      expect(rig.clock.sleeps.map(Math.round)).toEqual(sleeps.map(Math.round));
      const error = errorOf(last);
      if (error === undefined) {
        expect(outcome).toEqual(parsed(last.body.replaceAll(API_KEY, '[key]')));
      } else {
        const named = isRead(last) ? /"code":"(\w+)"/.exec(last.body)?.[1] : undefined;
        const mayHaveLanded =
          method !== 'GET' && ['unreachable', 'unreadable', 'service-trouble'].includes(error);
        expect(outcome).toBeInstanceOf(ApiError);
        const wait = waitMs === undefined ? undefined : Math.round(waitMs);
        const { retryAfterMs } = outcome as ApiError;
        expect({
          ...(outcome as ApiError),
          retryAfterMs: retryAfterMs === undefined ? undefined : Math.round(retryAfterMs),
        }).toMatchObject({
          code: error,
          status: last.way === 'hang-up' ? undefined : last.status,
          serviceCode: named,
          mayHaveLanded,
          retryAfterMs: wait,
        });
      }
      const shown = inspect(outcome, { depth: Infinity, showHidden: true });
      expect(shown).not.toContain(API_KEY);
      if (error !== undefined) expect(shown).not.toContain(OTHER_KEY);
      queue.length = 0;
    }),
    runs,
  );
});

test('any one attempt returns what arrived, without keys', async () => {
  let answer: Answer;
  await using rig = await startRig([
    (response) => reply(response, answer, statedWait(answer, rig.clock.now()).headers),
  ]);
  await fc.assert(
    fc.asyncProperty(anyAnswer, async (one): Promise<void> => {
      answer = one;
      const attempt = rig.client.attempt('users.list', {});
      if (one.way === 'hang-up') {
        await expect(attempt).rejects.toMatchObject({ code: 'unreachable' });
        return;
      }
      const { status, headers, body, text } = await attempt;
      const clean = one.body.replaceAll(API_KEY, '[key]');

      expect(status).toBe(one.status);
      expect(headers['x-echo']).toBe('sent with [key]');
      expect(body).toEqual(isRead(one) ? parsed(clean) : undefined);
      const isPlain = ['none', 'wrong', 'unknown'].includes(one.encoding) || one.way !== 'cut';
      if (isRead(one)) expect(text).toBeUndefined();
      else if (isPlain) expect(text).toBe(clean.replaceAll(OTHER_KEY, '[key]').slice(0, 500));
    }),
    runs,
  );
});
