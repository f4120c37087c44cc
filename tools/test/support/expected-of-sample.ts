import { readFileSync } from 'node:fs';
import type { InputKind, ProblemCode } from '@chatferry/contract';

/** What a plan of the sample has to report, whatever the day: `samples/quickstart/expected.json`. */
export interface Expected {
  /** For each kind: `rows` = `planned` + `merged` + `rejected`. */
  readonly kinds: Record<InputKind, Counts>;
  /** Rows that must never be sent, with an entry for each problem. */
  readonly rejects: readonly Place[];
  /** Rows with the content of an earlier one. */
  readonly merged: readonly Omit<Place, 'code'>[];
  /** Rows that are sent, and have a warning. */
  readonly warnings: readonly Place[];
}

interface Counts {
  readonly rows: number;
  readonly planned: number;
  readonly merged: number;
  readonly rejected: number;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly code: ProblemCode;
  readonly why: string;
}

export function expectedOfSample(): Expected {
  const file = new URL('../../../samples/quickstart/expected.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Expected;
}
