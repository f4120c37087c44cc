import { kinds } from '@chatferry/contract';
import type { FailedRecord } from '@chatferry/runner';
import { type FileOfKind, inputKey } from '../input/input-key.ts';

/** What is added to a failed row. Columns of these names are ignored when the row is planned again. */
export interface Reason {
  readonly chatferry_code: string;
  readonly chatferry_message: string;
}

/** File and line of the rows whose records did not land, with the reason. */
export class FailedPlaces {
  readonly #inputs = new Map<string, { input: FileOfKind; lines: Map<number, Reason> }>();
  /** Few reasons, many rows: each reason is kept once. */
  readonly #reasons = new Map<string, Reason>();

  add({ kind, file, line, code, message }: FailedRecord): void {
    const input = { file, kind: kinds[kind].derivedFrom?.kind ?? kind };
    const key = inputKey(input);
    let place = this.#inputs.get(key);
    if (place === undefined) this.#inputs.set(key, (place = { input, lines: new Map() }));
    place.lines.set(line, this.#reason(code, message));
  }

  /** The inputs with failed rows. */
  get inputs(): readonly FileOfKind[] {
    return Array.from(this.#inputs.values(), ({ input }) => input);
  }

  /** By line, 1-based. */
  linesOf(input: FileOfKind): ReadonlyMap<number, Reason> {
    return this.#inputs.get(inputKey(input))?.lines ?? new Map();
  }

  #reason(code: string, message: string): Reason {
    const key = `${code}\n${message}`;
    let reason = this.#reasons.get(key);
    if (reason === undefined) {
      reason = { chatferry_code: code, chatferry_message: message };
      this.#reasons.set(key, reason);
    }
    return reason;
  }
}
