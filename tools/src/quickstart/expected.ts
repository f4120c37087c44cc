import type { InputKind, ProblemCode } from '@chatferry/contract';
import type { SampleFile } from './sample-file.ts';

/** What a plan of the sample has to say; the same on every day. */
export interface Expected {
  /** For each kind: `rows` = `planned` + `merged` + `rejected`. */
  readonly kinds: Record<InputKind, Counts>;
  /** Every row that must never be sent; one entry for each problem of it. */
  readonly rejects: readonly Place[];
  /** Rows that say word for word what an earlier one says. */
  readonly merged: readonly Omit<Place, 'code'>[];
  /** Rows that are sent, with something to tell about them. */
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

/** What was planted in the files, in the order of the files. */
export function expectedOf(files: readonly SampleFile[]): Expected {
  const findings = files.flatMap((file) => file.findings);
  const places = (outcome: string) =>
    findings
      .filter((finding) => finding.outcome === outcome)
      .flatMap(({ file, line, codes, why }) => codes.map((code) => ({ file, line, code, why })));
  return {
    kinds: Object.fromEntries(files.map((file) => [file.kind, counts(file)])) as Expected['kinds'],
    rejects: places('rejected'),
    merged: findings
      .filter(({ outcome }) => outcome === 'merged')
      .map(({ file, line, why }) => ({ file, line, why })),
    warnings: places('warned'),
  };
}

function counts({ rows, findings }: SampleFile): Counts {
  const merged = findings.filter(({ outcome }) => outcome === 'merged').length;
  const rejected = findings.filter(({ outcome }) => outcome === 'rejected').length;
  return { rows, planned: rows - merged - rejected, merged, rejected };
}
