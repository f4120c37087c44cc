import { misreadingOf } from '@chatferry/parsers';
import type { Column } from '../columns/column.ts';
import type { TableDraft } from './table-draft.ts';

/** Fields with words of people. */
const texts = /^(?:name|text|description|tags|(?:sender|receiver)UserDetails\.name)$/;

/** Proposes to repair texts whose UTF-8 was read as another encoding, such as `ZoÃ«`. */
export function addRepair(draft: TableDraft): void {
  const found = fieldsWithTexts(draft).flatMap(({ field, column }) => {
    const misread = [...column.facts.values.keys()].flatMap((value) => {
      const own = misreadingOf(value);
      return own === undefined ? [] : [{ value, ...own }];
    });
    return misread.length === 0 ? [] : [{ field, misread }];
  });
  const [first, ...others] = found;
  if (first === undefined) return;
  const all = found.flatMap(({ misread }) => misread);
  // cp1252 is Latin-1 with 27 further characters.
  const repair = all.find(({ misreading }) => misreading === 'cp1252')?.misreading ?? 'latin1';
  const [{ value, repaired }] = all as [(typeof all)[number]];
  const reason = `texts look like UTF-8 that was read in another encoding: ${JSON.stringify(value)} was probably ${JSON.stringify(repaired)}`;
  const proposal = draft.propose('convert', first.field, { repair }, reason, { name: 'repair' });
  for (const { field } of others) draft.add('convert', field, { repair }, undefined, proposal);
}

function fieldsWithTexts({
  guess,
  lines,
}: TableDraft): readonly { readonly field: string; readonly column: Column }[] {
  return guess.table.columns.flatMap((column) => {
    const line = lines.columns.find(({ key }) => key === column.name);
    const own = line === undefined ? [column.name] : [line.value].flat();
    return own.flatMap((each) =>
      texts.test(String(each)) ? [{ field: String(each), column }] : [],
    );
  });
}
