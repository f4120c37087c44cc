import { fields, kinds } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { OWN_KEY } from '../columns/key-columns.ts';
import { hasConcept } from '../words/name-fit.ts';
import { samplesOf } from './samples.ts';
import type { TableDraft } from './table-draft.ts';

/** Lists the columns that no line reads. For JSON rows, these are the outermost keys. */
export function addIgnored(draft: TableDraft, used: ReadonlySet<Column>): void {
  const { guess, lines } = draft;
  const read = new Set(
    [...used, ...guess.table.columns.filter((column) => isRead(column, draft))].map(
      ({ root }) => root,
    ),
  );
  // Keys are not columns, and a value under a key is read only where a line names it.
  const hasKeys = guess.table.columns.some(({ root }) => root === OWN_KEY);
  const unlisted = [undefined, OWN_KEY, ...(hasKeys ? ['.'] : [])];
  const roots = Map.groupBy(
    guess.table.columns.filter(({ root }) => !unlisted.includes(root)),
    ({ root }) => root!,
  );
  for (const [root, columns] of roots) {
    if (isCarriedWhole(root, columns, draft)) continue;
    const proposed = columns.find(({ name }) =>
      lines.columns.some(
        ({ isActive, key }) => !isActive && [name, name.replace('[0]', '[*]')].includes(key),
      ),
    );
    // A column with the name of a field is carried over, even when a path leads into it or a rule reads it.
    const isItself =
      lines.columns.some(({ isActive, key }) => isActive && key === root) ||
      guess.matches.some(
        ({ column, field }) => used.has(column) && column.name === field && column.root === root,
      );
    const isCarried = isField(draft, root) && !isItself;
    if (read.has(root) && !isCarried) continue;
    if (read.has(root)) {
      const note = `it is not the field ${root}, and is read by other lines`;
      draft.ignored.push({ name: root, note, isDecided: true });
      continue;
    }
    const isFiltered = lines.only.some(({ key }) => key === root || key.startsWith(`${root}.`));
    draft.ignored.push({
      name: root,
      note: noteOn(columns, draft, proposed !== undefined),
      isDecided: proposed !== undefined || isFiltered,
    });
  }
}

/** Whether an object is a field of the kind unchanged, and contains nothing that must not be carried over. */
function isCarriedWhole(root: string, columns: readonly Column[], { kind }: TableDraft): boolean {
  return (
    root === 'metadata' &&
    fields[kind][root]?.type === 'json' &&
    columns.every(({ name }) => name !== root) &&
    !columns.some(isSecret)
  );
}

function isSecret({ label, facts }: Column): boolean {
  return hasConcept(label, 'secret') || facts.isSecret;
}

function isRead(column: Column, { lines }: TableDraft): boolean {
  const text = JSON.stringify(
    lines.convert.filter(({ isActive }) => isActive).map(({ value }) => value),
  );
  return (
    lines.columns.some((line) => line.isActive && line.key === column.name) ||
    text.includes(JSON.stringify(column.name))
  );
}

/** Whether a column has the name of a field, or of its short form, and so is read without a line. */
export function isField({ kind }: Pick<TableDraft, 'kind'>, name: string): boolean {
  return fields[kind][name] !== undefined || kinds[kind].shorthands?.[name] !== undefined;
}

function noteOn(columns: readonly Column[], { kind }: TableDraft, isProposed: boolean): string {
  const [first] = columns as [Column];
  if (columns.some(isSecret)) return 'may hold passwords, tokens or hashes';
  if (isProposed) return 'until its line under columns is confirmed';
  if (isField({ kind }, first.name))
    return `its values are not those of the field ${first.name}: ${samplesOf(first)}`;
  return '';
}
