import { count, kindsInOrder } from '@chatferry/contract';
import { notCompared } from '@chatferry/runner';
import { madeLines } from '../../accounting/made-lines.ts';
import { totalOf, unaccounted } from '../../accounting/sums.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { type Column, dataTable } from '../table.ts';

/** An outcome, and how many rows have it. */
interface Bucket {
  readonly name: string;
  readonly rows: (sum: Numbers) => number;
  readonly means: string;
}

const names = [
  'rows',
  'created',
  'present',
  'presentByThisJob',
  'presentSame',
  'presentDifferent',
  'failed',
  'skipped',
  'rejected',
  'merged',
  'filtered',
  'unchanged',
  'changed',
  'updated',
  'unresolved',
  'pending',
] as const;

type Numbers = Readonly<Record<(typeof names)[number], number>>;

const buckets: readonly Bucket[] = [
  {
    name: 'Created',
    rows: ({ created }) => created,
    means: 'The service stored it during this job.',
  },
  {
    name: 'Present, sent earlier',
    rows: ({ presentByThisJob }) => presentByThisJob,
    means: 'The app held it: an earlier request of this job had stored it.',
  },
  {
    name: 'Present, same',
    rows: ({ presentSame }) => presentSame,
    means: 'The app held it when it was sent, with the planned content in every compared field.',
  },
  {
    name: 'Present, different',
    rows: ({ presentDifferent }) => presentDifferent,
    means: 'The app held it when it was sent, with other content.',
  },
  {
    name: 'Present, not compared',
    rows: notCompared,
    means: 'The app held it when it was sent. It was not compared.',
  },
  { name: 'Failed', rows: ({ failed }) => failed, means: 'The service refused it.' },
  {
    name: 'Skipped',
    rows: ({ skipped }) => skipped,
    means: 'Not sent, because a record that it needs did not land.',
  },
  {
    name: 'Rejected',
    rows: ({ rejected }) => rejected,
    means: 'A row that cannot be a record, found when planning; never sent.',
  },
  {
    name: 'Merged',
    rows: ({ merged }) => merged,
    means: 'A row with the same content as an earlier one.',
  },
  {
    name: 'Filtered',
    rows: ({ filtered }) => filtered,
    means: 'A row that the configuration leaves out with “only”.',
  },
  {
    name: 'Unchanged',
    rows: ({ unchanged }) => unchanged,
    means: 'Landed in an earlier job with the same content; not sent again.',
  },
  {
    name: 'Changed',
    rows: ({ changed }) => changed,
    means: 'Landed in an earlier job with other content, some of which the service still holds.',
  },
  {
    name: 'Updated',
    rows: ({ updated }) => updated,
    means:
      'Landed in an earlier job with other content. The update is a record of its own, in another row.',
  },
  {
    name: 'Unresolved',
    rows: ({ unresolved }) => unresolved,
    means: 'Sent, but it is not known whether it landed. Has to reach 0.',
  },
  {
    name: 'Not sent yet',
    rows: ({ pending }) => pending,
    means: 'Planned, and left for the next run. Has to reach 0.',
  },
];

/** Buckets that only a delta has. */
const ofDeltas: readonly string[] = ['Unchanged', 'Changed', 'Updated'];

/** The rows of a kind, or of all kinds. */
interface Line {
  readonly name: string;
  readonly sum: Numbers;
}

/** The outcomes of all rows, and whether they add up. A bucket without rows is named, and has no column. */
export function sumsSection({ sums, plan }: HandOver): Html {
  const isDelta = plan.summary.delta !== undefined;
  const total = Object.fromEntries(names.map((each) => [each, totalOf(sums, each)])) as Numbers;
  const possible = buckets.filter(({ name }) => isDelta || !ofDeltas.includes(name));
  const used = possible.filter(({ rows }) => rows(total) > 0);
  const empty = possible.filter(({ rows }) => rows(total) === 0);
  const columns: readonly Column<Line>[] = [
    { head: 'Kind', cell: ({ name }) => name },
    { head: 'Rows', cell: ({ sum }) => sum.rows },
    ...used.map(({ name, rows }) => ({ head: name, cell: ({ sum }: Line) => rows(sum) })),
  ];
  const lines = kindsInOrder
    .filter((kind) => sums[kind].rows > 0)
    .map((kind) => ({ name: kind, sum: sums[kind] }));
  const all = { name: 'all', sum: total };
  return html`<section>
    <h2>Every row, by kind</h2>
    <div class="sums">
      ${dataTable('Rows by kind and outcome', columns, lines, { totals: [all] })}
    </div>
    <dl class="sumlines">${[...lines, all].map((line) => sumLine(line, used))}</dl>
    <p class="note">
      Each row has exactly one outcome.
      ${unaccounted(sums) === 0 ? undefined : html`<strong>It does not add up.</strong>`}
      ${empty.length === 0 ? undefined : `Without rows: ${emptyNames(empty)}.`}
      ${madeLines(sums).join(' ')}
    </p>
    <details>
      <summary>What the outcomes mean</summary>
      <dl class="facts">
        ${used.map(
          ({ name, means }) =>
            html`<dt>${name}</dt>
              <dd>${means}</dd> `,
        )}
      </dl>
    </details>
  </section> `;
}

/** The names of empty buckets. All ways of being present become one word when no row has any of them. */
function emptyNames(empty: readonly Bucket[]): string {
  const present = buckets.filter(({ name }) => name.startsWith('Present'));
  const isWhole = present.every((each) => empty.includes(each));
  const words = empty.map((each) => (isWhole && present.includes(each) ? 'Present' : each.name));
  return [...new Set(words)].map((word) => word.toLowerCase()).join('; ');
}

/** A line of the same table for a narrow screen: `= 12,439 created + 25 rejected`. */
function sumLine({ name, sum }: Line, used: readonly Bucket[]): Html {
  const parts = used
    .filter(({ rows }) => rows(sum) > 0)
    .map((bucket) => `${count(bucket.rows(sum))} ${bucket.name.toLowerCase()}`);
  return html`<div>
    <dt>${name} <b>${count(sum.rows)}</b></dt>
    <dd>= ${parts.join(' + ')}</dd>
  </div> `;
}
