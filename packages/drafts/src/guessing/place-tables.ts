import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { kindByName } from '../matching/kind-by-name.ts';
import { whyUnclear } from '../matching/kind-doubts.ts';
import { kindsOfTable, type KindMatch, LEAST_SCORE } from '../matching/kind-of-table.ts';
import { type IdColumn, References } from '../matching/references.ts';
import { isCalledReference } from '../matching/referring-fields.ts';
import type { Table } from '../tables/table.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { hasConcept } from '../words/name-fit.ts';
import type { GuessedTable } from './guessed-table.ts';
import { type Accepted, kindProposal } from './proposal.ts';

/** Scores that differ by less than this count as equal. */
const TIE = 0.3;
/** As `TIE`, for users and groups when nothing in a table shows that its rows are people. */
const WIDE_TIE = 1.5;

/** The knowledge with which tables are placed. */
export interface Placing {
  /** All tables of the export, whose columns may refer to the placed tables. */
  readonly all: readonly Table[];
  /** The kind of all tables, if the user named it. */
  readonly kind: InputKind | undefined;
  readonly accepted: Accepted;
  /** Columns that hold the keys of other tables. */
  readonly foreign: ReadonlySet<Column>;
  /** Tables that messages or members refer to as conversations, each with the reason. */
  readonly asked?: ReadonlyMap<Table, string>;
}

/** Guesses the kind of each table. @param ids the columns with ids from the previous pass, if any */
export function placeTables(
  tables: readonly Table[],
  { all, kind: named, accepted, foreign, asked }: Placing,
  ids?: readonly IdColumn[],
): GuessedTable[] {
  const referencesOf = (table: Table): References => {
    if (ids === undefined) return new References();
    const others = all.filter((other) => other !== table);
    return new References(
      ids,
      others.flatMap(({ columns }) => columns.filter(isReference)),
    );
  };
  const guesses = tables.map((table) => ({
    table,
    kinds: kindsOfTable(table, referencesOf(table), foreign),
  }));
  const hasUsers = guesses.some(
    ({ kinds: [best, next] }) => best!.kind === 'users' && best!.score - next!.score >= TIE,
  );
  return guesses.flatMap(({ table, kinds }) => {
    const decided =
      named ?? kinds.find(({ kind }) => accepted.has(kindProposal(table.name, kind)))?.kind;
    if (decided !== undefined)
      return [{ ...kinds.find(({ kind }) => kind === decided)!, table, doubt: undefined }];
    const [first, second] = kinds as [KindMatch, KindMatch];
    // When names show nothing, users and groups look alike. Next to rows that are clearly users, the others are groups.
    const isTie =
      first.kind === 'users' &&
      second.kind === 'groups' &&
      first.score - second.score < (showsPeople(table) ? TIE : WIDE_TIE);
    const [best, next] = isTie && hasUsers ? [second, first] : [first, second];
    if (best.score < LEAST_SCORE) {
      const groups = kinds.find(({ kind }) => kind === 'groups')!;
      const why = groups.matches.some(({ field }) => field === 'guid')
        ? asked?.get(table)
        : undefined;
      if (why !== undefined) return [{ ...groups, table, doubt: why }];
      const own = kinds.find(({ kind }) => kind === kindByName(table));
      if (own === undefined) return [];
      return [{ ...own, table, doubt: `only its name shows that it may hold ${own.kind}` }];
    }
    return [{ ...best, table, doubt: whyUnclear(best, next, table) }];
  });
}

/** Columns that only tables of people have. */
const personal = ['email', 'phone', 'locale', 'first', 'last', 'active'] as const;

/** Whether a table has columns that only people have, or is named after people. */
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

/** The columns that hold the ids of users and groups. */
export function idsOf(placed: readonly GuessedTable[]): IdColumn[] {
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
