import { workerData } from 'node:worker_threads';
import { BatchSlots, WRITER_STATE, writerState, signal, SLOTS, STOP, WAKE } from './batch-slots.ts';
import { BatchTable } from './batch-table.ts';
import type { WriterJob } from './writer-job.ts';

/** The worker side of `ThreadedBatchWriter`: writes one slot after the other until the end. */
const { file, format, memory } = workerData as WriterJob;
const slots = new BatchSlots(format, memory);
const { signals } = slots;

/** Poll interval. */
const POLL_MS = 50;

try {
  using table = new BatchTable(file);
  for (let slot = 0; isFull(slot); slot = (slot + 1) % SLOTS) {
    table.add(slots.read(slot));
    setSignal(slot, signal.empty);
  }
  if (Atomics.load(signals, STOP) === 0) table.finish();
  end(writerState.written);
} catch (error) {
  const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  slots.failure = { message, code, errcode };
  end(writerState.failed);
}

/** Waits for the slot to be filled; false after the last batch. */
function isFull(slot: number): boolean {
  for (;;) {
    const woken = Atomics.load(signals, WAKE);
    if (Atomics.load(signals, STOP) !== 0) return false;
    const found = Atomics.load(signals, slot);
    if (found !== signal.empty) return found === signal.full;
    Atomics.wait(signals, WAKE, woken, POLL_MS);
  }
}

function end(how: number): void {
  setSignal(WRITER_STATE, how);
  for (let slot = 0; slot < SLOTS; slot++) Atomics.notify(signals, slot);
}

function setSignal(index: number, value: number): void {
  Atomics.store(signals, index, value);
  Atomics.notify(signals, index);
}
