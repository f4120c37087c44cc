import type { Column } from '../columns/column.ts';
import { kindOfFile } from '../matching/kind-by-name.ts';
import type { KindMatch } from '../matching/kind-of-table.ts';
import { hasConcept } from '../words/name-fit.ts';
import { isTelling, type References } from '../matching/references.ts';
import { nameAgrees } from '../matching/called-after.ts';
import { haveSameColumns, type Table } from '../tables/table.ts';

type Guessed = KindMatch & { readonly table: Table };

/** The fields that refer to rows of users and groups. */
const referring: Readonly<Record<'users' | 'groups', readonly string[]>> = {
  users: ['messages.sender', 'messages.receiver', 'members.uid', 'groups.owner'],
  groups: ['messages.receiver', 'members.guid'],
};

/** Whether a table is named after its guessed kind. */
export function isCalled({ kind, table }: Guessed): boolean {
  return (
    kindOfFile(table) === kind ||
    (kind === 'users' && hasConcept(table.label, 'user')) ||
    (kind === 'groups' && hasConcept(table.label, 'group'))
  );
}

/** Why a table that looks like users or groups is something else: other tables refer to another table of this kind instead. */
export function whyUnreferred(
  each: Guessed,
  all: readonly Guessed[],
  references: References,
): string | undefined {
  const { kind } = each;
  if (kind !== 'users' && kind !== 'groups') return undefined;
  const columns = columnsReferringTo(kind, each, all);
  if (
    isReferredBy(columns, each, references) ||
    all.some(
      (other) => other !== each && other.kind === kind && haveSameColumns(other.table, each.table),
    )
  )
    return undefined;
  const better = all.find(
    (other) => other.kind === kind && other !== each && isReferredBy(columns, other, references),
  );
  return better === undefined
    ? undefined
    : `it looks like ${kind}, but others refer to those of ${better.table.label}`;
}

/** Whether rows of other tables refer to the rows of a table. */
export function isReferredTo(
  each: Guessed,
  all: readonly Guessed[],
  references: References,
): boolean {
  const { kind } = each;
  return (
    (kind === 'users' || kind === 'groups') &&
    isReferredBy(columnsReferringTo(kind, each, all), each, references)
  );
}

/**
 * Whether rows of other tables clearly refer to the table: by values that only it contains, or from columns named after it. Numbers such as 1 and 2
 * alone do not count.
 */
export function isClearlyReferredTo(
  each: Guessed,
  all: readonly Guessed[],
  references: References,
): boolean {
  if (each.kind !== 'users' && each.kind !== 'groups') return false;
  const columns = columnsReferringTo(each.kind, each, all).filter(
    (column) => isTelling(column) || nameAgrees(column, each.table.label),
  );
  return isReferredBy(columns, each, references);
}

/** The columns of other tables that refer to users or groups. */
function columnsReferringTo(
  kind: 'users' | 'groups',
  each: Guessed,
  all: readonly Guessed[],
): readonly Column[] {
  return all
    .filter((other) => other !== each)
    .flatMap((other) =>
      other.matches
        .filter(({ field }) => referring[kind].includes(`${other.kind}.${field}`))
        .map(({ column }) => column),
    );
}

function isReferredBy(
  columns: readonly Column[],
  { table }: Guessed,
  references: References,
): boolean {
  return columns.some(
    (column) =>
      column.facts.values.size > 0 &&
      column.facts.filled >= column.facts.empty &&
      references.shareInTable(column, table.file, table.label) >= 0.5,
  );
}

/** Why a table of groups is unused: messages are sent to the groups of another table. */
export function whyUnused(
  each: Guessed,
  all: readonly Guessed[],
  references: References,
): string | undefined {
  if (each.kind !== 'groups') return undefined;
  const others = all.filter((other) => other.kind === 'groups' && other !== each);
  const receivers = all.flatMap(({ kind, matches }) =>
    kind === 'messages'
      ? matches.filter(({ field }) => field === 'receiver').map(({ column }) => column)
      : [],
  );
  if (others.length === 0 || receivers.length === 0) return undefined;
  const isMeant = ({ table }: Guessed): boolean =>
    receivers.some(
      (column) =>
        references.shareInTable(column, table.file, table.label) >= 0.5 &&
        nameAgrees(column, table.label),
    );
  const better = others.find(isMeant);
  if (better === undefined || isMeant(each)) return undefined;
  return `it looks like groups, but messages are sent to those of ${better.table.label}`;
}
