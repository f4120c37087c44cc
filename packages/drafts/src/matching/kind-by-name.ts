import type { InputKind } from '@chatferry/contract';
import { recogniseFile } from '@chatferry/parsers';
import type { Table } from '../tables/table.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { hasConcept } from '../words/name-fit.ts';
import type { Concept } from '../words/words.ts';

/** Words for details of users, groups and messages: `users_roles.csv` contains roles, not users. */
const details: readonly Concept[] = [
  'role',
  'type',
  'other',
  'secret',
  'log',
  'count',
  'metadata',
  'tag',
  'email',
  'phone',
  'address',
  'locale',
  'read',
  'delivered',
  'path',
  'avatar',
];

/** Whether a name means details, such as `user_roles`. */
export function isCalledDetail(label: string): boolean {
  const { concepts } = conceptsOf(label);
  return concepts.length > 1 && details.some((concept) => concepts.includes(concept));
}

/** The kind that a whole file is named after. A list in a document, or rows selected by a value, have no file of their own. */
export function kindOfFile({ file, rows, when, label, isInDump }: Table): InputKind | undefined {
  const isWhole = (rows === undefined || rows === '') && when === undefined;
  const kind = isWhole ? recogniseFile(isInDump === true ? `${label}.csv` : file)?.kind : undefined;
  return kind !== 'messages' && isCalledDetail(label) ? undefined : kind;
}

/** The kind that a file without column names is named after: the user only has to name the columns. */
export function kindByName({ label, when, columns }: Table): InputKind | undefined {
  if (when !== undefined || !columns.every(({ name }) => /^column\d+$/.test(name)))
    return undefined;
  return recogniseFile(`${label}.csv`)?.kind;
}

/** Whether a table is named after address books, whose entries need not be users of the system. */
export function isCalledContacts({ label }: Pick<Table, 'label'>): boolean {
  return hasConcept(label, 'user') && /contac?t|kontakt/i.test(label);
}
