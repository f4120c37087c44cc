import { type Kind, kinds } from '@chatferry/contract';
import type { FailedRecord } from '@chatferry/runner';
import { type FileOfKind, inputKey } from '../input/input-key.ts';

/** The reason that is added to a failed row. Columns of these names are ignored when the row is planned again. */
export interface Reason {
  readonly chatferry_code: string;
  readonly chatferry_message: string;
}

/** File and line of the rows whose records did not land, with the reason. */
export class FailedPlaces {
  readonly #inputs = new Map<string, { input: FileOfKind; lines: Map<number, Reason> }>();
  readonly #ids = new Map<string, Reason>();
  /** Few reasons, many rows: each reason is kept once. */
  readonly #reasons = new Map<string, Reason>();

  add({ kind, id, file, line, code, message }: FailedRecord): void {
    const input = { file, kind: kinds[kind].derivedFrom?.kind ?? kind };
    const key = inputKey(input);
    let place = this.#inputs.get(key);
    if (place === undefined) this.#inputs.set(key, (place = { input, lines: new Map() }));
    const reason = this.#reason(code, message);
    const keyOfId = `${input.kind} ${id}`;
    // A record that is made from the row is skipped when the row's own record fails: the row's own record has the root cause.
    const isMade = input.kind !== kind;
    if (!isMade || !place.lines.has(line)) place.lines.set(line, reason);
    if (!isMade || !this.#ids.has(keyOfId)) this.#ids.set(keyOfId, reason);
  }

  /** The inputs with failed rows. */
  get inputs(): readonly FileOfKind[] {
    return Array.from(this.#inputs.values(), ({ input }) => input);
  }

  /** The reasons by line, 1-based. */
  linesOf(input: FileOfKind): ReadonlyMap<number, Reason> {
    return this.#inputs.get(inputKey(input))?.lines ?? new Map();
  }

  /** Why a record did not land; undefined for a landed record. */
  reasonOf(kind: Kind, id: string): Reason | undefined {
    return this.#ids.get(`${kind} ${id}`);
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
