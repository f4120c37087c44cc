import { type Kind, kinds } from '@chatferry/contract';
import type { FailedRecord } from '@chatferry/runner';

/** What is added to a failed row. Columns of these names are ignored when the row is planned again. */
export interface Reason {
  readonly chatferry_code: string;
  readonly chatferry_message: string;
}

/** File and line of the rows whose records did not land, with the reason. */
export class FailedPlaces {
  readonly #files = new Map<string, { kind: Kind; lines: Map<number, Reason> }>();
  /** Few reasons, many rows: each reason is kept once. */
  readonly #reasons = new Map<string, Reason>();

  add({ kind, file, line, code, message }: FailedRecord): void {
    let place = this.#files.get(file);
    if (place === undefined)
      this.#files.set(
        file,
        (place = { kind: kinds[kind].derivedFrom?.kind ?? kind, lines: new Map() }),
      );
    place.lines.set(line, this.#reason(code, message));
  }

  get files(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** By line, 1-based. */
  linesOf(file: string): ReadonlyMap<number, Reason> {
    return this.#files.get(file)?.lines ?? new Map();
  }

  kindOf(file: string): Kind {
    return this.#files.get(file)!.kind;
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
