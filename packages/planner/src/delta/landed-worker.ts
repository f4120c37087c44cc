import { workerData } from 'node:worker_threads';
import { openPlan } from '../plan/open-plan.ts';
import { ContentDigest } from './content-digest.ts';
import { type LandedMessage, type LandedThreadData, RECEIVED, SENT } from './landed-messages.ts';
import { marksFrom } from './marks-table.ts';
import { type LandedRecords, readLanded } from './read-landed.ts';

/** Number of batches in a message. */
const BATCHES = 64;
/** Maximum number of messages that the receiver has not taken yet. */
const MOST_WAITING = 16;

/** The worker side of `LandedThread`: sends the records of one batch after the other. */
const { path, marks, port, signals } = workerData as LandedThreadData;

try {
  using plan = openPlan(path);
  const job = { plan, marksOf: (seq: number) => marksFrom(marks, seq) };
  let records: LandedRecords[] = [];
  for (const next of readLanded(job, new ContentDigest())) {
    records.push(next);
    if (records.length < BATCHES) continue;
    send({ records, isLast: false, failure: undefined });
    records = [];
  }
  send({ records, isLast: true, failure: undefined });
} catch (error) {
  const { message, code, fix } = error as Error & { code?: string; fix?: string };
  send({ records: [], isLast: true, failure: { message, code, fix } });
}

function send(message: LandedMessage): void {
  for (;;) {
    const received = Atomics.load(signals, RECEIVED);
    if (Atomics.load(signals, SENT) - received < MOST_WAITING) break;
    Atomics.wait(signals, RECEIVED, received);
  }
  port.postMessage(message);
  Atomics.add(signals, SENT, 1);
  Atomics.notify(signals, SENT);
}
