import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { type Batch, entryOf, openPlan, type Plan } from '@chatferry/planner';
import { type BatchEntry, LATENCY_BUCKETS, type MinuteRow, openLedger } from '@chatferry/runner';

const MINUTE_MS = 60_000;
const BATCHES_A_MINUTE = 60;
const ENTRIES = 2000;

/**
 * Writes the ledger of a job as if a run had sent one request a second, and the result of a comparison in which one message of a hundred
 * differs. It makes no requests: the benchmark measures only the pages.
 */
export async function writeSentJob(job: string, now: number): Promise<void> {
  using plan = openPlan(path.join(job, 'plan.sqlite'));
  const target = { appId: 'bench', baseUrl: 'http://127.0.0.1:9/v3' };
  const start = now - Math.ceil(plan.summary.requests / BATCHES_A_MINUTE) * MINUTE_MS;
  const ledger = openLedger(path.join(job, 'ledger.sqlite'), plan, { target, options: {} });
  try {
    await ledger.setDurability('process-end');
    const run = await ledger.beginRun(start);
    let entries: BatchEntry[] = [];
    for (const batch of plan.allBatches()) {
      entries.push(entryFor(batch, start));
      if (entries.length < ENTRIES) continue;
      await ledger.writeAll(entries);
      entries = [];
    }
    await ledger.writeAll(entries);
    await ledger.addMinutes(minutesOf(plan, start));
    await ledger.endRun(run, now, undefined);
  } finally {
    ledger.close();
  }
  writeDifferences(job, plan, target, now + 1000);
}

/** For every 500th batch, the service first failed, and then refused one record. */
function entryFor(batch: Batch, start: number): BatchEntry {
  const at = atOf(batch.seq, start);
  const isBad = batch.seq % 500 === 7;
  const trouble = {
    code: 'ERR_TOO_MANY_REQUESTS',
    message: 'Too many requests',
    records: batch.records,
  };
  const refused = { code: 'ERR_BAD_REQUEST', message: 'A field is not accepted' };
  const lost = {
    ...refused,
    position: 0,
    id: entryOf(batch, 0).id,
    outcome: 'failed' as const,
    mayHaveLanded: false,
    attempts: 1,
  };
  return {
    batch,
    before: undefined,
    after: {
      state: 'settled',
      marks: isBad ? `f${'c'.repeat(batch.records - 1)}` : 'c'.repeat(batch.records),
      attempts: isBad ? 2 : 1,
    },
    begunAt: at,
    outcomes: isBad ? [lost] : [],
    troubles: isBad ? [trouble] : [],
    at: at + 300,
  };
}

function atOf(seq: number, start: number): number {
  return start + Math.floor(seq / BATCHES_A_MINUTE) * MINUTE_MS + (seq % BATCHES_A_MINUTE) * 1000;
}

function minutesOf(plan: Plan, start: number): MinuteRow[] {
  const rows = new Map<string, MinuteRow>();
  for (const batch of plan.allBatches()) {
    const { kind, records } = batch;
    const minute = Math.floor(atOf(batch.seq, start) / MINUTE_MS);
    const before = rows.get(`${minute} ${kind}`);
    const requests = (before?.requests ?? 0) + 1;
    rows.set(`${minute} ${kind}`, {
      minute,
      kind,
      records: (before?.records ?? 0) + records,
      requests,
      again: 0,
      quota: BATCHES_A_MINUTE,
      waitedMs: 0,
      why: null,
      latency: Array.from({ length: LATENCY_BUCKETS }, (_, bucket) =>
        bucket === 17 ? requests : 0,
      ),
    });
  }
  return [...rows.values()];
}

function writeDifferences(job: string, plan: Plan, target: object, now: number): void {
  const hash = createHash('sha256');
  const file = openSync(path.join(job, 'differences.jsonl'), 'w');
  let records = 0;
  for (const batch of plan.allBatches()) {
    if (batch.kind !== 'messages' || batch.seq % 2 === 0) continue;
    const { id } = entryOf(batch, 0);
    const { file: from, line } = batch.origins[0]!;
    const text = `${JSON.stringify({ kind: 'messages', id, field: 'data.text', planned: 'Good morning', held: 'Good\u00a0morning', file: from, line, batch: batch.seq, position: 0 })}\n`;
    writeSync(file, text);
    hash.update(text);
    records++;
  }
  closeSync(file);
  const at = new Date(now).toISOString();
  const kinds = Object.entries(plan.summary.kinds)
    .filter(([, { planned }]) => planned > 0)
    .map(([kind, { planned }]) => {
      const different = kind === 'messages' ? records : 0;
      const counts = { planned, held: planned, same: planned - different, different };
      const none = {
        missing: 0,
        landedBefore: 0,
        others: 0,
        extra: 0,
        doubled: 0,
        hidden: 0,
        reHosted: 0,
      };
      const fields =
        different === 0 ? [] : [{ field: 'data.text', records: different, examples: [] }];
      const examples = { missing: [], extra: [], doubled: [] };
      return { kind, at, ...counts, ...none, isWhole: true, fields, examples };
    });
  const differences = { lines: records, sha256: hash.digest('hex') };
  const found = { plan: plan.id, target, scope: 'full', startedAt: at, at, complete: false };
  writeFileSync(
    path.join(job, 'verify.json'),
    `${JSON.stringify({ ...found, kinds, differences })}\n`,
  );
}
