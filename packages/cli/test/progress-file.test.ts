import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { byKind } from '@chatferry/contract';
import { noOutcomes, type RunEvent } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { Progress, ProgressFile, readProgress, runProgress } from '@chatferry/job/planned';

const ten = Date.parse('2026-01-01T10:00:00Z');

test('the file of a run has the quota, the rate, and the cause of a delay, until the run ends', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-progress-'));
  const file = path.join(folder, 'progress.json');
  const planned = { ...byKind(() => ({ planned: 0 })), users: { planned: 500 } };
  const batch = { kind: 'users', lane: 0, seq: 1 } as const;
  const waiting = { type: 'waiting', why: 'trouble', message: 'No answer.' } as const;
  let now = ten;
  const read: unknown[] = [readProgress(file)];
  {
    const run = new Progress(planned, now);
    using written = new ProgressFile(file, () => runProgress(run, { rate: 60 }, now));
    const progress = {
      take: (event: RunEvent) => {
        run.take(event, now);
        written.take(event);
      },
    };
    progress.take({ type: 'kind-started', kind: 'users', counts: { ...noOutcomes, pending: 500 } });
    progress.take({ ...waiting, until: ten + 5000 });
    read.push(readProgress(file));
    progress.take({ type: 'going-on' });
    for (let nth = 1; nth <= 10; nth++) {
      now += 2000;
      const change = { ...noOutcomes, created: 20 };
      progress.take({
        type: 'batch-settled',
        ...batch,
        records: 20,
        change,
        requests: 1,
        answerMs: 1,
        inFlight: 2,
      });
    }
    const trouble = { code: 'HTTP 502', message: 'Dear Ann: no' } as never;
    progress.take({ type: 'retrying', ...batch, records: 1, attempts: 1, afterMs: 1, trouble });
    progress.take({ type: 'waiting', why: 'paused', until: undefined, message: 'Paused.' });
    read.push(readProgress(file));
    progress.take({ type: 'rate-changed', requestsPerMinute: 20 });
    progress.take({ ...waiting, until: undefined });
    read.push(readProgress(file));
  }

  const startedAt = '2026-01-01T10:00:00.000Z';
  const at = '2026-01-01T10:00:20.000Z';
  const lastTrouble = { code: 'HTTP 502', since: at, at, again: 1 };
  const latency = { p50Ms: 6, p99Ms: 6 };
  const users = { planned: 500, settled: 0, failed: 0, skipped: 0, unresolved: 0 };
  const settled = { ...users, settled: 200, state: 'sending' };
  expect(read).toEqual([
    undefined,
    {
      startedAt,
      again: 0,
      at: startedAt,
      quota: 60,
      kinds: { users: { ...users, state: 'sending' } },
      waiting: {
        why: 'trouble',
        message: 'No answer.',
        since: startedAt,
        until: '2026-01-01T10:00:05.000Z',
      },
    },
    {
      startedAt,
      endsAt: '2026-01-01T10:00:50.000Z',
      recordsPerSecond: 10,
      again: 1,
      inFlight: 2,
      lastTrouble,
      ...latency,
      at,
      quota: 60,
      kinds: { users: { ...settled, recordsPerMinute: 600, remainingMs: 30_000 } },
      requestsPerMinute: 30,
      remainingMs: 30_000,
      waiting: { why: 'paused', message: 'Paused.', since: at },
      trouble: 'HTTP 502',
    },
    {
      startedAt,
      again: 1,
      inFlight: 2,
      lastTrouble,
      ...latency,
      at,
      quota: 20,
      kinds: { users: settled },
      waiting: { why: 'trouble', message: 'No answer.', since: at },
      trouble: 'HTTP 502',
    },
  ]);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, 'no JSON');
  expect(readProgress(file)).toBeUndefined();
  rmSync(folder, { recursive: true });
});
