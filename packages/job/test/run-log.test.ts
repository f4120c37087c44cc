import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { byKind } from '@chatferry/contract';
import { noOutcomes, type RunEvent } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { startFront } from '../../runner/test/support/front.ts';
import { planFiles, runJob } from '../src/index.ts';
import { logEvent } from '../src/sending/log-event.ts';
import { openRunLog } from '../src/sending/run-log.ts';
import { startJobRig } from './support/job-rig.ts';

const words = 'Dear Ann';
const batch = { kind: 'users', lane: 0, seq: 1 } as const;
const trouble = { code: 'HTTP 502', message: words } as never;
const counts = byKind(() => ({ ...noOutcomes, pending: 0 }));
const reason = { code: 'key-refused', serviceCode: 'AUTH', message: words, fix: words } as never;
const ofKind = { kind: 'users', counts: counts.users } as const;

const process = (pid: number) => ({ pid, job: 'job-1', worker: `host-${pid}` });

/** Each event, and what the log has of it in addition to time, level and process. */
const events: readonly (readonly [RunEvent, level: number, object] | readonly [RunEvent])[] = [
  [{ type: 'started', run: 1, counts }, 30, { run: 1, counts }],
  [
    { type: 'retrying', ...batch, records: 2, attempts: 1, afterMs: 9, trouble },
    40,
    { ...batch, records: 2, attempts: 1, afterMs: 9, code: 'HTTP 502' },
  ],
  [
    { type: 'split', ...batch, records: 2, into: [1, 1], requests: 1, trouble },
    40,
    { ...batch, records: 2, into: [1, 1], requests: 1, code: 'HTTP 502' },
  ],
  [{ type: 'waiting', why: 'trouble', until: 5, message: words }, 40, { why: 'trouble', until: 5 }],
  [
    { type: 'rate-limited', kind: 'users', waitMs: 9, isStated: true },
    40,
    { kind: 'users', waitMs: 9, isStated: true },
  ],
  [
    { type: 'deprecated', operation: 'users.list', ends: '2027-03-01T00:00:00.000Z' },
    40,
    { operation: 'users.list', ends: '2027-03-01T00:00:00.000Z' },
  ],
  [
    {
      type: 'batch-settled',
      ...batch,
      records: 2,
      change: noOutcomes,
      requests: 1,
      answerMs: 1,
      inFlight: 0,
    },
  ],
  [{ type: 'kind-finished', ...ofKind }, 30, ofKind],
  [{ type: 'stopped', reason, counts }, 50, { code: 'key-refused', serviceCode: 'AUTH', counts }],
];

test('the log has a line for each event that matters, without what the service quotes', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-log-'));
  const file = path.join(folder, 'run.log');
  const log = await openRunLog(file, process(7));

  for (const [event] of events) logEvent(log, event);
  const second = await openRunLog(file, process(8));
  second.info({ apiKey: words, a: { text: words, b: { name: words } }, id: 'ann' }, 'by mistake');

  const text = readFileSync(file, 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const { mode } = statSync(file);
  rmSync(folder, { recursive: true });
  expect(text).not.toContain(words);
  expect(mode & 0o777).toBe(0o600);
  const time = expect.stringMatching(/^20.*Z$/) as string;
  expect(lines).toEqual([
    ...events.flatMap(([{ type }, level, facts]) =>
      level === undefined ? [] : [{ ...facts, level, time, ...process(7), msg: type }],
    ),
    {
      level: 30,
      time,
      ...process(8),
      apiKey: '[redacted]',
      a: { text: '[redacted]', b: { name: '[redacted]' } },
      id: 'ann',
      msg: 'by mistake',
    },
  ]);
});

test('the log does not write through a link, and a log that cannot be opened ends nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-log-'));
  const other = path.join(folder, 'other');
  writeFileSync(other, '');
  symlinkSync(other, path.join(folder, 'run.log'));

  (await openRunLog(path.join(folder, 'run.log'), process(7))).info('a line');

  expect(readFileSync(other, 'utf8')).toBe('');
  rmSync(folder, { recursive: true });
});

function landed(uid: string): [string, object] {
  return [uid, { success: true, data: { uid } }];
}

test('an operation whose end the service announces is an event of the run, and a line of its log, once', async () => {
  await using rig = await startJobRig();
  const headers = { sunset: 'Mon, 01 Mar 2027 00:00:00 GMT' };
  await using front = await startFront(rig.service, ({ body }) => {
    const { users } = JSON.parse(body) as { users: object };
    return {
      status: 200,
      headers,
      body: { data: Object.fromEntries(Object.keys(users).map(landed)) },
    };
  });
  const file = rig.write('users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
  await planFiles([file], { job: rig.job, recordsPerRequest: 1 });

  const target = { ...rig.target, baseUrl: front.baseUrl };
  const run = runJob({ job: rig.job, target, requestsPerMinute: 'unlimited' });
  const announced = (await Array.fromAsync(run)).filter(({ type }) => type === 'deprecated');

  const facts = { operation: 'dataImport.users', ends: '2027-03-01T00:00:00.000Z' };
  expect(front.requests).toHaveLength(2);
  expect(announced).toEqual([{ type: 'deprecated', ...facts }]);
  const lines = rig.inJob('run.log').trimEnd().split('\n');
  const logged = lines.map((line) => JSON.parse(line) as { msg: string });
  expect(logged.filter(({ msg }) => msg === 'deprecated')).toMatchObject([{ level: 40, ...facts }]);
});
