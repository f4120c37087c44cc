import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { byKind } from '@chatferry/contract';
import { noOutcomes } from '@chatferry/runner';
import { expect, test } from 'vitest';
import { ProgressFile, readProgress } from '@chatferry/job/planned';

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
    using progress = new ProgressFile(file, planned, 60, () => now);
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
  const lastTrouble = { code: 'HTTP 502', at: '2026-01-01T10:00:20.000Z' };
  const latency = { p50Ms: 6, p99Ms: 6 };
  expect(read).toEqual([
    undefined,
    {
      startedAt,
      again: 0,
      at: '2026-01-01T10:00:00.000Z',
      quota: 60,
      waiting: { why: 'trouble', message: 'No answer.', until: '2026-01-01T10:00:05.000Z' },
    },
    {
      startedAt,
      endsAt: '2026-01-01T10:00:50.000Z',
      recordsPerSecond: 10,
      again: 1,
      lastTrouble,
      ...latency,
      at: '2026-01-01T10:00:20.000Z',
      quota: 60,
      requestsPerMinute: 30,
      remainingMs: 30_000,
      waiting: { why: 'paused', message: 'Paused.' },
      trouble: 'HTTP 502',
    },
    {
      startedAt,
      again: 1,
      lastTrouble,
      ...latency,
      at: '2026-01-01T10:00:20.000Z',
      quota: 20,
      waiting: { why: 'trouble', message: 'No answer.' },
      trouble: 'HTTP 502',
    },
  ]);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, 'no JSON');
  expect(readProgress(file)).toBeUndefined();
  rmSync(folder, { recursive: true });
});
