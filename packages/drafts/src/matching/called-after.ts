import type { Column } from '../columns/column.ts';
import type { Table } from '../tables/table.ts';
import { hasConcept } from '../words/name-fit.ts';
import { isPossibleKey, shareInAny } from './references.ts';

/** Whether a column such as `topic_id` is called after a table such as `phpbb_topics`. */
export function nameAgrees(column: Column, table: string): boolean {
  return stemsIn(column.name).some((word) => word.length > 2 && stemsIn(table).includes(word));
}

/** Whether a column may refer to a table by its name. A key around rows has none of its own, and may be that of a conversation. */
export function mayReferTo(column: Column, { label }: Table): boolean {
  return nameAgrees(column, label) || (column.isKey === true && hasConcept(label, 'group'));
}

/** The words of a name, without the ending of the plural. */
export function stemsIn(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .map((word) => word.replace(/s$/, ''));
}

/** The key of a table that has all values of a column of another table. */
export function keyFor(column: Column, { columns }: Table): Column | undefined {
  return columns.find(
    (each) => each !== column && isPossibleKey(each) && shareInAny(column, [each]) === 1,
  );
}

/** Words of a column that refers, apart from what it refers to. */
const ofReferences: ReadonlySet<string> = new Set(['', 'id', 'key', 'uid', 'guid', 'uuid', 'fk']);

/** What a column that refers is called after: `group` of `group_id`, nothing of `id`. */
function calledAfter({ name }: Column): string {
  return stemsIn(name)
    .filter((word) => !ofReferences.has(word))
    .join(' ');
}

/** Whether the rows of a table are what a column refers to, and no details of it: they have ids of their own, and nothing that refers too. */
export function areMeantBy(column: Column, { label, columns }: Table, key: Column): boolean {
  const own = calledAfter(key);
  const isOwn = own === '' || own === stemsIn(label).join(' ');
  const isDetail = columns.some(
    (each) =>
      each !== key &&
      calledAfter(each) !== '' &&
      calledAfter(each) === calledAfter(column) &&
      shareInAny(column, [each]) === 1,
  );
  return isOwn && !isDetail;
}

/**
 * Columns that are called after another table and have its keys as values: `group_id` next to `groups.csv`. They are no keys of the
 * tables that they are in.
 */
export function foreignKeysIn(tables: readonly Table[]): ReadonlySet<Column> {
  const foreign = tables.flatMap((own) =>
    own.columns.filter((column) => {
      const words = calledAfter(column);
      const isCalled = ({ label }: Table): boolean => stemsIn(label).join(' ') === words;
      return (
        words !== '' &&
        column.root !== undefined &&
        !isCalled(own) &&
        tables.some(
          (other) => other !== own && isCalled(other) && keyFor(column, other) !== undefined,
        )
      );
    }),
  );
  return new Set(foreign);
}
