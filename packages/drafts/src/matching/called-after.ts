import type { Column } from '../columns/column.ts';
import type { Table } from '../tables/table.ts';
import { hasConcept } from '../words/name-fit.ts';
import { isPossibleKey, shareInAny } from './references.ts';

/** Whether a column such as `topic_id` is named after a table such as `phpbb_topics`. */
export function nameAgrees(column: Column, table: string): boolean {
  return stemsIn(column.name).some((word) => word.length > 2 && stemsIn(table).includes(word));
}

/** Whether a column may refer to a table by its name. A key around rows has no name of its own, and may be the key of a conversation. */
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

/** Words in the name of a referring column that do not name the target. */
const ofReferences: ReadonlySet<string> = new Set(['', 'id', 'key', 'uid', 'guid', 'uuid', 'fk']);

/** The target that the name of a referring column names: `group` for `group_id`, nothing for `id`. */
function calledAfter({ name }: Column): string {
  return stemsIn(name)
    .filter((word) => !ofReferences.has(word))
    .join(' ');
}

/**
 * Whether a column refers to the rows of a table itself, rather than to details: the rows have ids of their own, and no column with the same
 * reference.
 */
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

/** Columns that are named after another table and contain its keys: `group_id` next to `groups.csv`. They are not keys of their own tables. */
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
