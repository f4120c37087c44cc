import type { CountsByKind } from '../outcome.ts';

/** What became of a plan's records. Opened with `openLedger`. */
export class Ledger implements Disposable {
  /** Path of the file. */
  readonly path: string = '';

  /** How far each kind has got. */
  get counts(): CountsByKind {
    throw new Error('not yet');
  }

  [Symbol.dispose](): void {}
}
