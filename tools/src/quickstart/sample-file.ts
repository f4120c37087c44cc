import type { InputKind } from '@chatferry/contract';
import type { Finding, SampleRow } from './sample-row.ts';

/** A finding with the 1-based line on which its row begins. */
type PlacedFinding = Finding & { readonly file: string; readonly line: number };

/** A file of the sample, not compressed, and what the plan has to find in it. */
export interface SampleFile {
  readonly kind: InputKind;
  readonly name: string;
  readonly bytes: Buffer;
  readonly rows: number;
  readonly findings: readonly PlacedFinding[];
}

/** Puts a file together; `textOf` gives a row's text with its line end. */
export function sampleFile<T>(
  kind: InputKind,
  name: string,
  rows: readonly SampleRow<T>[],
  { head, textOf, foot = '' }: Layout<T>,
): SampleFile {
  const parts: Buffer[] = [Buffer.from(head)];
  const findings: PlacedFinding[] = [];
  let line = 1 + lineEnds(parts[0]!);
  for (const [index, sampleRow] of rows.entries()) {
    const bytes = textOf(sampleRow, index === rows.length - 1);
    if (sampleRow.finding !== undefined) findings.push({ ...sampleRow.finding, file: name, line });
    parts.push(bytes);
    line += lineEnds(bytes);
  }
  parts.push(Buffer.from(foot));
  return { kind, name, bytes: Buffer.concat(parts), rows: rows.length, findings };
}

interface Layout<T> {
  readonly head: string;
  readonly textOf: (row: SampleRow<T>, isLast: boolean) => Buffer;
  readonly foot?: string;
}

const LINE_FEED = 0x0a;

function lineEnds(bytes: Buffer): number {
  return bytes.reduce((count, byte) => (byte === LINE_FEED ? count + 1 : count), 0);
}
