import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Worker,
} from 'node:worker_threads';
import { startThread } from '@chatferry/disk';
import { PlanError, type PlanErrorCode } from '../plan/plan-error.ts';
import { heapMiB } from '../storage/thread-heap.ts';
import type { EarlierJob } from './earlier-job.ts';
import type { LandedReading } from './landed-reading.ts';
import { type LandedMessage, type LandedThreadData, RECEIVED, SENT } from './landed-messages.ts';
import { marksTable } from './marks-table.ts';
import type { LandedRecords } from './read-landed.ts';

/** Longer than any disk needs for some batches. */
const TIMEOUT_MS = 300_000;

/** Reads an earlier job in a second thread. */
export class LandedThread implements LandedReading {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #signals = new Int32Array(new SharedArrayBuffer(8));
  #crash: Error | undefined;
  #records: LandedRecords[] = [];
  #isLast = false;

  constructor(job: EarlierJob) {
    const { port1, port2: port } = new MessageChannel();
    this.#port = port1;
    const marks = marksTable(job);
    const workerData: LandedThreadData = {
      path: job.plan.path,
      marks,
      port,
      signals: this.#signals,
    };
    this.#worker = startThread('landed-worker', import.meta.url, {
      workerData,
      transferList: [port],
      heapMiB,
    });
    this.#worker.on('error', (error: Error) => (this.#crash = error));
    this.#worker.unref();
  }

  next(waits: boolean): LandedRecords | undefined {
    while (this.#records.length === 0 && !this.#isLast) {
      const message = this.#receive(waits);
      if (message === undefined) return undefined;
      this.#records = message.records.toReversed();
      this.#isLast = message.isLast;
    }
    return this.#records.pop();
  }

  #receive(waits: boolean): LandedMessage | undefined {
    const giveUpAt = performance.now() + TIMEOUT_MS;
    for (;;) {
      const sent = Atomics.load(this.#signals, SENT);
      const received = receiveMessageOnPort(this.#port);
      if (received !== undefined) return this.#accept(received.message as LandedMessage);
      if (this.#crash !== undefined) throw this.#crash;
      if (!waits) return undefined;
      if (performance.now() > giveUpAt)
        throw new Error('the thread that reads the earlier plan is stuck');
      Atomics.wait(this.#signals, SENT, sent, 1000);
    }
  }

  #accept(message: LandedMessage): LandedMessage {
    Atomics.add(this.#signals, RECEIVED, 1);
    Atomics.notify(this.#signals, RECEIVED);
    const { failure } = message;
    if (failure === undefined) return message;
    this.#isLast = true;
    const { code, fix } = failure;
    if (fix !== undefined) throw new PlanError(code as PlanErrorCode, failure.message, fix);
    throw Object.assign(new Error(failure.message), { code });
  }

  [Symbol.dispose](): void {
    this.#port.close();
    void this.#worker.terminate();
  }
}
