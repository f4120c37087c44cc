import { createHash } from 'node:crypto';
import type { Kind } from '@chatferry/contract';
import { LinesFile } from '@chatferry/disk';
import type { ComparedRecord } from '@chatferry/runner';
import { jsonLine } from '../folder/json-line.ts';

/** A line of `differences.jsonl`. For a missing or doubled record, `field` is empty and the values are numbers of copies. */
export interface DifferenceLine {
  readonly kind: Kind;
  readonly id: string;
  readonly field: string;
  readonly planned: unknown;
  readonly held: unknown;
  readonly file: string;
  readonly line: number;
  /** The place of the record in the plan. */
  readonly batch: number;
  /** 0-based, in the batch. */
  readonly position: number;
}

/** What `verify.json` records about the file, to detect changes. */
export interface DifferencesSeal {
  readonly lines: number;
  readonly sha256: string;
}

/** Writes `differences.jsonl`. */
export class DifferencesFile implements Disposable {
  readonly #file: LinesFile;
  readonly #hash = createHash('sha256');

  constructor(path: string) {
    this.#file = new LinesFile(path);
  }

  add(kind: Kind, { planned, is, copies, differences }: ComparedRecord): void {
    const { id, file, line, seq: batch, position } = planned;
    const put = (field: string, was: unknown, held: unknown): void =>
      this.addLine(
        jsonLine({
          kind,
          id,
          field,
          planned: was ?? null,
          held: held ?? null,
          file,
          line,
          batch,
          position,
        } satisfies DifferenceLine),
      );
    if (is === 'missing' || is === 'doubled') put('', 1, copies);
    for (const { field, planned: was, held } of differences) put(field, was, held);
  }

  /** Adds a line of an earlier file unchanged. */
  addLine(line: string): void {
    this.#file.write(line);
    this.#hash.update(`${line}\n`);
  }

  finish(): DifferencesSeal {
    this.#file.finish();
    return { lines: this.#file.lines, sha256: this.#hash.digest('hex') };
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }
}
