import { count, kindsInOrder } from '@chatferry/contract';
import {
  clipped,
  firstListed,
  html,
  type Html,
  type ListedRecord,
  name,
  place,
} from '@chatferry/job/viewing';
import type { PageContext } from './page-context.ts';

/** The most records that are shown; the files of the job folder list all. */
const SHOWN = 50;

const columns = ['To send', 'Updated', 'Changed', 'Unchanged', 'Gone'] as const;

/** The changes that a delta's plan has found: in numbers, and the first records. */
export function deltaChanges({ reader, job, link }: PageContext): Html | undefined {
  const { delta, kinds } = reader.plan.summary;
  if (delta === undefined) return undefined;
  const rows = kindsInOrder
    .map((kind) => {
      const { planned, updated, changed, unchanged } = kinds[kind];
      return { kind, numbers: [planned, updated, changed, unchanged, delta.gone[kind]] };
    })
    .filter(({ numbers }) => numbers.some((each) => each > 0));
  const item = ({ kind, id, file, line, fields }: ListedRecord): Html =>
    html`<li>
      <a href="${link(['record', kind, id])}">${name(`${kind}:${clipped(id)}`)}</a>
      ${fields === undefined ? undefined : html`<code>${fields.join(', ')}</code>`}
      ${file === undefined || line === undefined ? undefined : html`<span class="soft">${place(file, line)}</span>`}
    </li> `;
  return html`<h2>Since the job before this one</h2>
    <p class="note">
      Updated: the plan changes all that differs. Changed: it does not change all of it. Gone: in
      the app, and no longer in the export.
    </p>
    <div class="wide stacked" tabindex="0" role="region" aria-label="Since the job before this one">
      <table>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            ${columns.map((head) => html`<th scope="col" class="number">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ kind, numbers }) =>
              html`<tr>
                <th scope="row">${kind}</th>
                ${numbers.map((number, index) => html`<td class="${number === 0 ? 'number zero' : 'number'}" data-head="${columns[index]}">${count(number)}</td>`)}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    ${recordList('Changed', firstListed(job.changed, SHOWN).map(item))}
    ${recordList('Gone', firstListed(job.gone, SHOWN).map(item))}`;
}

function recordList(title: string, items: readonly Html[]): Html | undefined {
  if (items.length === 0) return undefined;
  const more = items.length < SHOWN ? '' : `, the first ${SHOWN}`;
  return html`<h2>${title}${more}</h2>
    <ol class="differences">
      ${items}
    </ol>`;
}
