import { type Kind, kindsInOrder } from '@chatferry/contract';
import { madeLines } from '../../planning/made-lines.ts';
import { leftOver, type Sum, totalOf } from '../../running/sums.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { type Column, dataTable } from '../table.ts';

type Line = Omit<Sum, 'leftOut' | 'made'> & { readonly name: Kind | 'all' };

const always: readonly Column<Line>[] = [
  { head: 'Kind', cell: ({ name }) => name },
  { head: 'Rows', cell: ({ rows }) => rows },
  { head: 'Created', cell: ({ created }) => created },
  { head: 'Present, put there by this job', cell: ({ presentByThisJob }) => presentByThisJob },
  {
    head: 'Present, there before',
    cell: ({ present, presentByThisJob }) => present - presentByThisJob,
  },
  { head: 'Failed', cell: ({ failed }) => failed },
  { head: 'Skipped', cell: ({ skipped }) => skipped },
  { head: 'Rejected', cell: ({ rejected }) => rejected },
  { head: 'Merged', cell: ({ merged }) => merged },
  { head: 'Unresolved', cell: ({ unresolved }) => unresolved },
  { head: 'Not sent yet', cell: ({ pending }) => pending },
];

const names = [
  'rows',
  'created',
  'present',
  'presentByThisJob',
  'failed',
  'skipped',
  'rejected',
  'merged',
  'unresolved',
  'pending',
] as const;

/** What became of every row, and whether that is all of them. */
export function sumsSection({ sums }: HandOver): Html {
  const lines = kindsInOrder.map((kind): Line => ({ ...sums[kind], name: kind }));
  const total = Object.fromEntries(names.map((each) => [each, totalOf(sums, each)]));
  const leftOut = totalOf(sums, 'leftOut');
  return html`<section>
    <h2>What became of every row</h2>
    <p>
      Each row is in exactly one column: rows = created + present + failed + skipped + rejected +
      merged + unresolved + not sent yet.
      ${leftOver(sums) === 0 ? 'It adds up for every kind.' : html`<strong>It does not add up.</strong>`}
    </p>
    ${dataTable('Rows by kind and by what became of them', always, lines, {
      totals: [{ ...total, name: 'all' } as Line],
    })}
    ${madeLines(sums).map((line) => html`<p class="note">${line}</p> `)}
    ${
      leftOut === 0
        ? undefined
        : html`<p class="note">
            ${leftOut} of the rejected rows were left out because the configuration asks for it.
          </p> `
    }
    <dl>
      <dt>Created</dt>
      <dd>The service stored it during this job.</dd>
      <dt>Present</dt>
      <dd>
        It was there when it was sent: put there by an earlier request of this job whose answer was
        lost or bad, or there before the job.
      </dd>
      <dt>Failed</dt>
      <dd>The service does not take it.</dd>
      <dt>Skipped</dt>
      <dd>Not sent, because a user or group that it needs did not land.</dd>
      <dt>Rejected</dt>
      <dd>A row that cannot be a record, found when planning; never sent.</dd>
      <dt>Merged</dt>
      <dd>A row that says the same as an earlier one.</dd>
      <dt>Unresolved</dt>
      <dd>Sent, and nobody knows whether it landed. Has to reach 0.</dd>
      <dt>Not sent yet</dt>
      <dd>Planned, and left for the next run. Has to reach 0.</dd>
    </dl>
  </section> `;
}
