import type { Column } from '../columns/column.ts';
import { nameFit } from '../words/name-fit.ts';
import { samplesOf } from './samples.ts';
import type { TableDraft } from './table-draft.ts';

const URL_OF_FIRST = 'data.attachments.0.url';

/** Addresses of files in further columns, such as `images` next to `video`. Each address becomes an attachment. */
export function addFurtherAttachments(draft: TableDraft, used: Set<Column>): void {
  const { matches, table } = draft.guess;
  if (!matches.some(({ field }) => field === URL_OF_FIRST)) return;
  for (const column of table.columns) {
    const { facts, root, name, label } = column;
    const fit = nameFit('messages', URL_OF_FIRST, label);
    const isTaken = used.has(column) || matches.some((match) => match.column === column);
    if (isTaken || root === undefined || facts.url < 0.9 || fit === 0) continue;
    const source = name.replace('[0]', '[*]');
    const key = 'data.attachments[*].url';
    if (fit >= 0.7 || areFiles(column)) {
      draft.add('columns', source, key);
      used.add(column);
    } else
      draft.propose('columns', source, key, `it holds addresses, too: ${samplesOf(column)}`, {
        name,
      });
  }
}

/** Whether addresses have the ending of files rather than of pages. */
function areFiles({ facts }: Column): boolean {
  return [...facts.values.keys()].every((value) =>
    /\.(?!html?\b|php|aspx?\b)[a-z\d]{2,4}(\?.*)?$/i.test(value),
  );
}
