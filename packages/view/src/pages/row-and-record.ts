import { type Explanation, html, type HtmlValue, originalRow, place } from '@chatferry/job/viewing';
import { besideEachOther } from './changed-values.ts';
import type { PageContext } from './page-context.ts';
import { written } from './written.ts';

const MOST = 16_000;

type Planned = NonNullable<Explanation['planned']>;

/** The row from which a record is made, next to the record. Only while its file is unchanged since planning. */
export function rowAndRecord(
  { reader }: PageContext,
  { file, line, madeBy, record }: Planned,
): HtmlValue[] {
  const found = madeBy === undefined ? originalRow(reader.plan.inputs, file, line) : undefined;
  const shown =
    found === undefined
      ? { record: written(JSON.stringify(record, undefined, 2), MOST), hasMarks: false }
      : besideEachOther(found.row, record, MOST);
  return [
    found &&
      html`<section>
        <h2>Row as it is in the file</h2>
        <p class="soft">${place(file, line)}</p>
        ${found.head === undefined ? undefined : html`<pre tabindex="0"><code>${written(found.head, MOST)}</code></pre>`}
        <pre tabindex="0"><code>${'row' in shown ? shown.row : undefined}</code></pre>
      </section>`,
    html`<section>
      <h2>Record as it is sent</h2>
      <p class="soft">
        From ${place(file, line)}${madeBy === undefined ? '' : `, made by ${madeBy}`}.
        ${shown.hasMarks ? html`<mark>Marked</mark>: what the other side does not have in this form.` : undefined}
      </p>
      <pre tabindex="0"><code>${shown.record}</code></pre>
    </section>`,
  ];
}
