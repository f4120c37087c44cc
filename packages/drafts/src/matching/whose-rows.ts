import type { Column } from '../columns/column.ts';
import { hasConcept } from '../words/name-fit.ts';
import { stemsIn } from './called-after.ts';
import { isCalledContacts, kindOfFile } from './kind-by-name.ts';
import type { KindMatch } from './kind-of-table.ts';
import type { Table } from '../tables/table.ts';
import { wordsIn } from '@chatferry/parsers';

/** Columns that only people have. */
const personal = [
  'email',
  'phone',
  'first',
  'last',
  'login',
  'secret',
  'locale',
  'active',
] as const;

/** Names of a column of users that names the owner of the row: the row is an entry in that user's list. */
const ownerNames: ReadonlySet<string> = new Set(['user', 'userid', 'owner', 'ownerid']);

/**
 * Why rows that look like users may be something else: entries of address books, or details of users. A name alone proves a kind only
 * when it is the file name that `plan` reads.
 *
 * @param isReferred whether rows of other tables refer to these rows as users
 */
export function whyNoUsers(
  { kind, matches, table }: KindMatch & { readonly table: Table },
  isReferred: boolean,
): string | undefined {
  if (kind !== 'users' || isReferred) return undefined;
  const key = matches.find(({ field }) => field === 'uid')?.column;
  const others = table.columns.filter((column) => column !== key && column.root !== undefined);
  const owner = others.find(
    (column) =>
      ownerNames.has(wordsIn(column.name).join('')) &&
      column.facts.filled > 0 &&
      !(column.facts.isUnique && isCalledAsRow(column, table)),
  );
  if (owner !== undefined)
    return `its rows may belong to users instead of being users: each names one in ${owner.name}`;
  if (isCalledContacts(table))
    return 'contacts may be entries of address books, and no other file refers to them';
  if (kindOfFile(table) === kind || others.some(isPersonal)) return undefined;
  return hasConcept(table.label, 'user') ? 'only its name shows that it may hold users' : undefined;
}

/** Why rows whose id is named after rows of other users may be details of those users, such as their balances. */
export function whyAboutUsers(
  each: KindMatch & { readonly table: Table },
  all: readonly (KindMatch & { readonly table: Table })[],
): string | undefined {
  const key = each.matches.find(({ field }) => field === 'uid')?.column;
  if (each.kind !== 'users' || key === undefined || isCalledAsRow(key, each.table))
    return undefined;
  const name = key.name.slice(key.name.lastIndexOf('.') + 1);
  const others = all.find(
    ({ kind, table }) =>
      kind === 'users' && table !== each.table && isCalledAsRow({ ...key, name }, table),
  );
  return (
    others &&
    `its rows may be about users instead of being users: ${key.name} names those of ${others.table.label}`
  );
}

/**
 * Why rows that look like groups may be something else: many things have an id, a name and an owner.
 *
 * @param isReferred whether rows of other tables refer to these rows as groups
 */
export function whyNoGroups(
  { kind, table }: Pick<KindMatch, 'kind'> & { readonly table: Table },
  isReferred: boolean,
): string | undefined {
  if (kind !== 'groups' || isReferred || kindOfFile(table) === kind) return undefined;
  if (hasConcept(table.label, 'group') && !hasConcept(table.label, 'message')) return undefined;
  return 'it may hold groups, but only an id and a name say so';
}

/** Whether a column is named after a row of its own table: `user_id` of `users`. */
function isCalledAsRow({ name }: Column, { label }: Table): boolean {
  const [row, ...more] = stemsIn(label);
  return more.length === 0 && stemsIn(name)[0] === row;
}

function isPersonal({ label, facts }: Column): boolean {
  return facts.email > 0.8 || personal.some((concept) => hasConcept(label, concept));
}
