import type { SlotsFormat } from './batch-slots.ts';

/** Start message to the writing thread. */
export interface WriterJob {
  readonly file: string;
  readonly format: SlotsFormat;
  readonly memory: SharedArrayBuffer;
}
