import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import { recogniseFile } from '@chatferry/parsers';
import type { Column } from './columns/column.ts';
import { kindsOfTable, type KindMatch, LEAST_SCORE } from './matching/kind-of-table.ts';
import { type IdColumn, isCalledReference, References } from './matching/references.ts';
import { conceptsOf } from './matching/concepts-of.ts';
import { hasConcept } from './matching/name-fit.ts';
import { kindByName } from './matching/kind-by-name.ts';
import { whyListOfMessages } from './lists-of-messages.ts';
import type { Table } from './sampling/table.ts';

/** What a table is taken for. */
export interface GuessedTable extends KindMatch {
  readonly table: Table;
  readonly isSure: boolean;
  /** What its messages are sent to, where a column shows which rows are for users and which for groups. */
  readonly receiverType?: 'user' | 'group';
}

/** Everything about the export that the fields of a file may depend on. */
export interface Guess {
  readonly placed: readonly GuessedTable[];
  /** Tables that are no kind, with the reason. */
  readonly unplaced: readonly { readonly table: Table; readonly reason: string }[];
  readonly references: References;
}

/** The best kind has to lead by this much to be certain where the name does not show it. */
const CLEAR_LEAD = 1;

/** Scores that are closer are equal. */
const TIE = 0.3;
/** The same for users and groups, where nothing of a table shows that its rows are people. */
const WIDE_TIE = 1.5;

/**
 * Takes each table for a kind, and its columns for fields. The tables of users and groups are found first, because
 * whether a column refers to them says more than its name.
 *
 * @param kind of all tables, where the user named it
 */
export function guessExport(tables: readonly Table[], kind?: InputKind): Guess {
  const first = place(tables, () => new References(), kind);
  const referring = (table: Table): Column[] =>
    tables.filter((other) => other !== table).flatMap(({ columns }) => columns.filter(isReference));
  const second = place(tables, (table) => new References(idsOf(first), referring(table)), kind);
  const ids = idsOf(second);
  const third = place(tables, (table) => new References(ids, referring(table)), kind);
  const references = new References(idsOf(third));
  const dropped = third.flatMap((placed) => {
    if (kind !== undefined) return [];
    const reason =
      (isCalled(placed) ? undefined : whyUnreferred(placed, third, references)) ??
      whyUnused(placed, third, references) ??
      whyListOfMessages(placed, third);
    return reason === undefined ? [] : [{ table: placed.table, reason }];
  });
  const kept = third.filter(({ table }) => !dropped.some((each) => each.table === table));
  const known = idsOf(kept);
  const left = kept.map(({ table }) => table);
  const placed =
    dropped.length === 0
      ? third
      : place(left, (table) => new References(known, referring(table)), kind);
  const unplaced = tables
    .filter((table) => !third.some((each) => each.table === table))
    .map((table) => ({
      table,
      reason: 'its columns do not look like users, groups, members or messages',
    }));
  const final = new References(known);
  return {
    placed: placed.map((each) =>
      kind === undefined && whyUnreferred(each, placed, final) !== undefined
        ? { ...each, isSure: false }
        : each,
    ),
    unplaced: [...dropped, ...unplaced],
    references: final,
  };
}

function place(
  tables: readonly Table[],
  referencesOf: (table: Table) => References,
  named?: InputKind,
): GuessedTable[] {
  const guesses = tables.map((table) => ({
    table,
    kinds: kindsOfTable(table, referencesOf(table)),
  }));
  const hasUsers = guesses.some(
    ({ kinds: [best, next] }) => best!.kind === 'users' && best!.score - next!.score >= TIE,
  );
  return guesses.flatMap(({ table, kinds }) => {
    if (named !== undefined)
      return [{ ...kinds.find(({ kind }) => kind === named)!, table, isSure: true }];
    const [first, second] = kinds as [KindMatch, KindMatch];
    // Where names show nothing, users and groups look alike: next to rows that are clearly users, these are groups.
    const isTie =
      first.kind === 'users' &&
      second.kind === 'groups' &&
      first.score - second.score < (showsPeople(table) ? TIE : WIDE_TIE);
    const [best, next] = isTie && hasUsers ? [second, first] : [first, second];
    const unsure = (match: KindMatch): GuessedTable => ({ ...match, table, isSure: false });
    if (best.score < LEAST_SCORE)
      return kinds.filter(({ kind }) => kind === kindByName(table)).map(unsure);
    const isNamed = table.when === undefined && recogniseFile(table.file)?.kind === best.kind;
    const isClear = best.score - next.score >= CLEAR_LEAD && best.score >= LEAST_SCORE + 1;
    return [{ ...best, table, isSure: (isNamed || isClear) && hasNeeded(best) }];
  });
}

/** What only people have. */
const personal = ['email', 'phone', 'locale', 'first', 'last', 'active'] as const;

/** Whether a table has columns that only people have, or is called after people. */
function showsPeople({ label, columns }: Table): boolean {
  return (
    hasConcept(label, 'user') ||
    hasConcept(label, 'member') ||
    columns.some(
      ({ label: name, facts }) =>
        facts.email > 0.8 || personal.some((concept) => hasConcept(name, concept)),
    )
  );
}

/** What a row of the kind cannot be without: a wrong kind makes the whole file wrong. */
const needed: Readonly<Partial<Record<InputKind, readonly string[]>>> = {
  users: ['uid', 'name'],
  groups: ['guid', 'name'],
  members: ['guid', 'uid'],
  messages: ['sender'],
  friends: ['uid', 'friend'],
  blocks: ['uid', 'blocked'],
  reactions: ['muid', 'uid', 'reaction'],
};

function hasNeeded({ kind, matches }: KindMatch): boolean {
  return (needed[kind] ?? []).every((name) => matches.some(({ field }) => field === name));
}

/** The columns that hold the ids of users and groups. */
function idsOf(placed: readonly GuessedTable[]): IdColumn[] {
  return placed.flatMap(({ kind, table, matches }) => {
    if (kind !== 'users' && kind !== 'groups') return [];
    const key = matches.find(({ field }) => field === (kind === 'users' ? 'uid' : 'guid'));
    if (key === undefined) return [];
    const of =
      table.rows === undefined || table.rows === '' ? path.basename(table.file) : table.label;
    const { file, label, isWhole } = table;
    return [
      { kind, name: `${key.column.name} of ${of}`, column: key.column, isWhole, file, label },
    ];
  });
}

/** Whether the values of a column may be ids of rows elsewhere. */
function isReference(column: Column): boolean {
  const { label, facts, root } = column;
  if (facts.filled === 0 || facts.prose > 0.5 || root === undefined) return false;
  const isUnnamed =
    facts.idLike > 0.9 && facts.time === undefined && conceptsOf(label).concepts.length === 0;
  return isCalledReference(column) || isUnnamed || !facts.isUnique;
}

/** The fields that refer to rows of users and groups. */
const referring: Readonly<Record<'users' | 'groups', readonly string[]>> = {
  users: ['messages.sender', 'messages.receiver', 'members.uid', 'groups.owner'],
  groups: ['messages.receiver', 'members.guid'],
};

/** Whether the name of the table says what it is taken for. */
function isCalled({ kind, table }: GuessedTable): boolean {
  return (
    recogniseFile(table.file)?.kind === kind ||
    (kind === 'users' && hasConcept(table.label, 'user')) ||
    (kind === 'groups' && hasConcept(table.label, 'group'))
  );
}

/** Of two tables that look like users or groups, the one that nothing refers to is something else. */
function whyUnreferred(
  each: GuessedTable,
  all: readonly GuessedTable[],
  references: References,
): string | undefined {
  const { kind } = each;
  if (kind !== 'users' && kind !== 'groups') return undefined;
  const columns = all
    .filter((other) => other !== each)
    .flatMap((other) =>
      other.matches
        .filter(({ field }) => referring[kind].includes(`${other.kind}.${field}`))
        .map(({ column }) => column),
    );
  const isReferred = (other: GuessedTable): boolean =>
    columns.some(
      (column) =>
        column.facts.values.size > 0 &&
        references.shareInTable(column, other.table.file, other.table.label) >= 0.5,
    );
  if (isReferred(each)) return undefined;
  const better = all.find((other) => other.kind === kind && other !== each && isReferred(other));
  return better === undefined
    ? undefined
    : `it looks like ${kind}, but others refer to those of ${better.table.label}`;
}

/** Of two tables of groups the one that messages are sent to is meant. */
function whyUnused(
  each: GuessedTable,
  all: readonly GuessedTable[],
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
  const isMeant = ({ table }: GuessedTable): boolean =>
    receivers.some(
      (column) =>
        references.shareInTable(column, table.file, table.label) >= 0.5 &&
        nameAgrees(column, table),
    );
  const better = others.find(isMeant);
  if (better === undefined || isMeant(each)) return undefined;
  return `it looks like groups, but messages are sent to those of ${better.table.label}`;
}

/** Whether a column such as `topic_id` is called after a table such as `phpbb_topics`. */
function nameAgrees(column: Column, table: Table): boolean {
  return stemsIn(column.name).some(
    (word) => word.length > 2 && stemsIn(table.label).includes(word),
  );
}

/** The words of a name, without the ending of the plural. */
function stemsIn(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .map((word) => word.replace(/s$/, ''));
}
