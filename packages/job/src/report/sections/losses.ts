import type { LossGroup, SkipGroup } from '@chatferry/runner';
import { totalOf } from '../../accounting/sums.ts';
import { adviceOn } from '../code-advice.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html } from '../html.ts';
import { type Column, dataTable } from '../table.ts';
import { clipped, codeName, name, place } from '../words.ts';

const lossColumns: readonly Column<LossGroup>[] = [
  {
    head: 'Code',
    cell: ({ code, fields }) => html`${codeName(code)}${fields.filter(isFieldName).map(fieldName)}`,
  },
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'Outcome', cell: ({ outcome }) => outcome },
  { head: 'Records', cell: ({ records }) => records },
  {
    head: 'The first',
    cell: ({ example: { id, file, line } }) => html`${name(id)} (${place(file, line)})`,
  },
  { head: 'What to do', cell: ({ code }) => adviceOn(code) },
];

const skipColumns: readonly Column<SkipGroup>[] = [
  { head: 'Needed', cell: ({ cause }) => name(clipped(cause)) },
  { head: 'Records skipped', cell: ({ records }) => records },
];

function fieldName(field: string): Html {
  return html` ${name(field)}`;
}

/** The service chooses the names, so a text that does not have the form of a field name is not shown. */
function isFieldName(field: string): boolean {
  return /^[\w.[\]-]{1,60}$/.test(field);
}

/** The planned records that did not land, by the service's code. */
export function lossesSection({ account, sums, job }: HandOver): Html | undefined {
  const { losses, skips } = account;
  if (losses.total + skips.total === 0) return undefined;
  const failed = totalOf(sums, 'failed') + totalOf(sums, 'unresolved');
  return html`<section>
    <h2>Records that did not land</h2>
    <p>
      Each of them, with the message of the service, is in <code>${job.errors}</code>; their rows
      are in <code>${job.failed}/</code>, to be repaired.
    </p>
    ${
      losses.total === 0
        ? undefined
        : dataTable(
            `${failed.toLocaleString('en-US')} failed or unresolved, by the service’s code and the fields that it names`,
            lossColumns,
            losses.groups,
            {
              more: losses.total - losses.groups.length,
              what: 'code',
            },
          )
    }${
      skips.total === 0
        ? undefined
        : dataTable(
            `${totalOf(sums, 'skipped').toLocaleString('en-US')} skipped, by the record that they need and that did not land`,
            skipColumns,
            skips.groups,
            {
              more: skips.total - skips.groups.length,
              what: 'record',
            },
          )
    }
  </section> `;
}
