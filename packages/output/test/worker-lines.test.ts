import type { WorkerEvent } from '@chatferry/fleet';
import { expect, test } from 'vitest';
import { workerLine } from '../src/store/worker-line.ts';
import { workerLog } from '../src/store/worker-log.ts';

const of = {
  job: 'job-1',
  app: 'app-1',
  step: 'send',
  kind: 'users',
  part: 1,
  worker: 'w',
} as const;
const taken = { ...of, type: 'shift-taken', tookOver: false, quota: 60 } as const;
const ended = { ...of, type: 'shift-ended', how: 'done' } as const;
const waiting = {
  type: 'waiting',
  why: 'trouble',
  until: undefined,
  message: 'No\u001b answer.',
} as const;

test.each<[WorkerEvent, string | undefined]>([
  [taken, 'job-1: send users, part 2 taken'],
  [
    { ...taken, tookOver: true, part: 0 },
    'job-1: send users, part 1 taken, after another worker was lost',
  ],
  [{ ...taken, step: 'check', kind: undefined }, 'job-1: check, part 2 taken'],
  [ended, 'job-1: send users, part 2 done'],
  [
    { ...ended, how: 'given-back', note: 'no-key' },
    'job-1: send users, part 2 given back (no-key)',
  ],
  [
    { ...ended, how: 'stopped' },
    'job-1: send users, part 2 stopped: the job waits for an operator',
  ],
  [
    { ...ended, how: 'lost' },
    'job-1: send users, part 2 lost to another worker, or no longer needed',
  ],
  [
    { ...of, type: 'run', event: waiting },
    String.raw`job-1: send users, part 2 waits: No\u001b answer.`,
  ],
  [{ ...of, type: 'run', event: { type: 'going-on' } }, undefined],
])('%j is printed', (event, line) => {
  expect(workerLine(event)).toBe(line);
});

test('the log of a worker names the job and the code of an error, and has no sentence of the service', async () => {
  const lines: string[] = [];
  const log = await workerLog((line) => lines.push(line));
  const trouble = { code: 'HTTP 502', message: 'Dear Ann' };
  const batch = { kind: 'users', lane: 0, seq: 1, records: 2, attempts: 1, afterMs: 9 } as const;

  log({ ...of, type: 'run', event: { type: 'retrying', ...batch, trouble } });

  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { job: 'job-1', app: 'app-1', worker: 'w', code: 'HTTP 502', msg: 'retrying' },
  ]);
  expect(lines.join('')).not.toContain(trouble.message);
});
