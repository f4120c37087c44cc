import { kindsInOrder } from '@chatferry/contract';
import { madeLines } from '../../accounting/made-lines.ts';
import { unaccounted, totalOf } from '../../accounting/sums.ts';
import { notCompared } from '@chatferry/runner';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { type Column, dataTable } from '../table.ts';

/** An outcome, and how many rows have it. */
interface Bucket {
  readonly name: string;
  readonly rows: (sum: Numbers) => number;
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
  { name: 'Created', rows: ({ created }) => created },
  { name: 'Present, sent earlier', rows: ({ presentByThisJob }) => presentByThisJob },
  { name: 'Present, same', rows: ({ presentSame }) => presentSame },
  { name: 'Present, different', rows: ({ presentDifferent }) => presentDifferent },
  { name: 'Present, not compared', rows: notCompared },
  { name: 'Failed', rows: ({ failed }) => failed },
  { name: 'Skipped', rows: ({ skipped }) => skipped },
  { name: 'Rejected', rows: ({ rejected }) => rejected },
  { name: 'Merged', rows: ({ merged }) => merged },
  { name: 'Filtered', rows: ({ filtered }) => filtered },
  { name: 'Unchanged', rows: ({ unchanged }) => unchanged },
  { name: 'Changed', rows: ({ changed }) => changed },
  { name: 'Updated', rows: ({ updated }) => updated },
  { name: 'Unresolved', rows: ({ unresolved }) => unresolved },
  { name: 'Not sent yet', rows: ({ pending }) => pending },
];

/** Buckets that only a job after another one has. */
const ofDeltas: readonly string[] = ['Unchanged', 'Changed', 'Updated'];

const deltaWords: Html = html`<dt>Unchanged</dt>
  <dd>Landed in an earlier job with the same content; not sent again.</dd>
  <dt>Changed</dt>
  <dd>Landed in an earlier job with other content, some of which the service still holds.</dd>
  <dt>Updated</dt>
  <dd>
    Landed in an earlier job with other content. The update of each is a record of its own, in
    another row.
  </dd> `;

/** The rows of a kind, or of all of them. */
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
    ...used.map(({ name, rows }) => ({ head: name, cell: ({ sum }: Line) => rows(sum) })),
    { head: 'Rows', cell: ({ sum }) => sum.rows },
  ];
  const lines = kindsInOrder
    .filter((kind) => sums[kind].rows > 0)
    .map((kind) => ({ name: kind, sum: sums[kind] }));
  const excluded = totalOf(sums, 'excluded');
  return html`<section>
    <h2>What became of every row</h2>
    <p>
      Each row is in exactly one bucket: rows = created + present + failed + skipped + rejected +
      merged + filtered + ${isDelta ? 'unchanged + changed + updated + ' : ''}unresolved + not sent
      yet.
      ${unaccounted(sums) === 0 ? 'It adds up for every kind.' : html`<strong>It does not add up.</strong>`}
    </p>
    ${dataTable('Rows by kind and bucket', columns, lines, {
      totals: [{ name: 'all', sum: total }],
    })}
    ${
      empty.length === 0
        ? undefined
        : html`<p class="note">
            No row: ${empty.map(({ name }) => name.toLowerCase()).join('; ')}.
          </p> `
    }
    ${madeLines(sums).map((line) => html`<p class="note">${line}</p> `)}
    ${
      excluded === 0
        ? undefined
        : html`<p class="note">
            ${excluded} of the rejected rows were left out because the configuration asks for it.
          </p> `
    }
    <dl>
      <dt>Created</dt>
      <dd>The service stored it during this job.</dd>
      <dt>Present</dt>
      <dd>
        The app held it when it was sent. Sent earlier: stored by an earlier request of this job.
        Otherwise nothing proves that this job stored it. What was compared with the plan is the
        same in every compared field, or different.
      </dd>
      <dt>Failed</dt>
      <dd>The service refused it.</dd>
      <dt>Skipped</dt>
      <dd>Not sent, because a user or group that it needs did not land.</dd>
      <dt>Rejected</dt>
      <dd>A row that cannot be a record, found when planning; never sent.</dd>
      <dt>Merged</dt>
      <dd>A row with the same content as an earlier one.</dd>
      <dt>Filtered</dt>
      <dd>A row that the configuration leaves out with “only”.</dd>
      ${isDelta ? deltaWords : undefined}
      <dt>Unresolved</dt>
      <dd>Sent, but it is not known whether it landed. Has to reach 0.</dd>
      <dt>Not sent yet</dt>
      <dd>Planned, and left for the next run. Has to reach 0.</dd>
    </dl>
  </section> `;
}
