import { count } from '@chatferry/contract';
import { notCompared } from '@chatferry/runner';
import { type FilledKinds, madeLines, type ShownSum } from '@chatferry/job/planned';
import { shownKinds } from '../planning/shown-kinds.ts';
import { table } from '../printing/table.ts';

/** `users  312 = 305 created + 6 rejected`: one line for each kind, with the buckets that have rows. */
export function sumLines(filled: FilledKinds<ShownSum>): string[] {
  const shown = shownKinds(filled);
  const beginnings = table(
    shown.map((kind) => [kind, filled[kind]!.rows]),
    ' ',
  );
  const lines = shown.flatMap((kind, index) => {
    const sum = filled[kind]!;
    const terms = buckets
      .filter(({ name, of }) => name === 'created' || of(sum) > 0)
      .map(({ name, of }) => `${count(of(sum))} ${name}`);
    return wrappedSum(`${beginnings[index]} = ${terms.join(' + ')}`);
  });
  return [...lines, ...madeLines(filled)];
}

interface Bucket {
  readonly name: string;
  readonly of: (sum: ShownSum) => number;
}

/** Every row is in exactly one bucket. */
const buckets: readonly Bucket[] = [
  { name: 'created', of: ({ created }) => created },
  { name: 'present, sent earlier', of: ({ presentByThisJob }) => presentByThisJob },
  { name: 'present, same', of: ({ presentSame }) => presentSame },
  { name: 'present, different', of: ({ presentDifferent }) => presentDifferent },
  { name: 'present, not compared', of: notCompared },
  { name: 'failed', of: ({ failed }) => failed },
  { name: 'skipped', of: ({ skipped }) => skipped },
  { name: 'rejected', of: ({ rejected }) => rejected },
  { name: 'merged', of: ({ merged }) => merged },
  { name: 'filtered', of: ({ filtered }) => filtered },
  { name: 'unchanged', of: ({ unchanged }) => unchanged },
  { name: 'changed', of: ({ changed }) => changed },
  { name: 'updated', of: ({ updated }) => updated },
  { name: 'unresolved', of: ({ unresolved }) => unresolved },
  { name: 'not sent yet', of: ({ pending }) => pending },
];

/** The usual width of a terminal in columns. */
const COLUMNS = 80;

/** Breaks a sum that is too wide, and aligns its further lines with the first term. */
function wrappedSum(line: string): string[] {
  const indent = line.indexOf('= ') + 2;
  let rest = line;
  const lines: string[] = [];
  while (rest.length > COLUMNS) {
    const end = rest.lastIndexOf(' + ', COLUMNS - 2) + 2;
    if (end <= indent) break;
    lines.push(rest.slice(0, end));
    rest = ' '.repeat(indent) + rest.slice(end + 1);
  }
  return [...lines, rest];
}
