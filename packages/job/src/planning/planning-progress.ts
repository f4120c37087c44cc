import { statSync } from 'node:fs';
import type { PlanStep } from '@chatferry/planner';
import type { Source } from './source.ts';

/** Progress of planning: all sources are read, one after another, then the requests of each kind are written. */
export type PlanningProgress =
  | (Extract<PlanStep, { step: 'reading' }> & ReadSoFar)
  | Extract<PlanStep, { step: 'batching' }>;

/** What was read of all sources. */
interface ReadSoFar {
  /** The number of the source that is read, from 1. */
  readonly source: number;
  readonly sources: number;
  /** Bytes of the files as they are on disk; 0 of 0 when no source is a file. */
  readonly bytes: number;
  readonly ofBytes: number;
  readonly allRows: number;
  /** Rows that were rejected when they were read. Other rows are rejected later. */
  readonly rejected: number;
}

/** Counts what is read of the sources of a plan. */
export class SourceTally {
  readonly #sizes = new Map<Source, number>();
  #opened = 0;
  #bytes = 0;
  /** Bytes of the files before the present source. */
  #bytesBefore = 0;
  #rows = 0;
  #rejected = 0;
  #merged = 0;

  add(source: Source): void {
    const { path } = source;
    const size = path === undefined ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    this.#sizes.set(source, size);
  }

  begin(): void {
    this.#opened++;
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  addRows(rows: number, rejected: number): void {
    this.#rows += rows;
    this.#rejected += rejected;
  }

  /** @param merged rows of the kinds before the present kind */
  setMerged(merged: number): void {
    this.#merged = merged;
  }

  /** A file may have been read by threads, which report no bytes. */
  end(source: Source): void {
    this.#bytesBefore += this.#sizes.get(source) ?? 0;
    this.#bytes = this.#bytesBefore;
  }

  /** @param rows of the present source */
  soFar(file: string, rows: number): PlanningProgress {
    const ofBytes = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    return {
      step: 'reading',
      file,
      rows,
      source: this.#opened,
      sources: this.#sizes.size,
      bytes: Math.min(this.#bytes, ofBytes),
      ofBytes,
      allRows: this.#rows,
      rejected: this.#rejected,
      merged: this.#merged,
    };
  }
}
