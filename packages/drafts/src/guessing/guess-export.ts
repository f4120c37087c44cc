import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import type { GuessedTable } from './guessed-table.ts';
import { kindsOfTable, type KindMatch, LEAST_SCORE } from '../matching/kind-of-table.ts';
import { type IdColumn, References } from '../matching/references.ts';
import { foreignKeysIn } from '../matching/called-after.ts';
import { isCalledReference } from '../matching/referring-fields.ts';
import { conversationsIn } from './bare-conversations.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { whySentNowhere, whyUnclear, whyUnproved, whyWaiting } from '../matching/kind-doubts.ts';
import { hasConcept } from '../words/name-fit.ts';
import { kindByName } from '../matching/kind-by-name.ts';
import {
  isCalled,
  isClearlyReferredTo,
  isReferredTo,
  whyUnreferred,
  whyUnused,
} from './left-out-tables.ts';
import { whyAboutUsers, whyNoGroups, whyNoUsers } from '../matching/whose-rows.ts';
import { withGroupsAround } from './members-inside.ts';
import { withNested } from './nested-rows.ts';
import { Proofs } from '../matching/proofs.ts';
import { relationsIn } from './relations.ts';
import { type Accepted, kindProposal } from './proposal.ts';
import { whyListOfMessages, whyPartOfMessage, whyReaders } from './lists-of-messages.ts';
import type { Table } from '../tables/table.ts';

/** Everything about the export that the fields of a file may depend on. */
export interface Guess {
  readonly placed: readonly GuessedTable[];
  /** Tables that are no kind, with the reason. */
  readonly unplaced: readonly { readonly table: Table; readonly reason: string }[];
  readonly references: References;
  readonly proofs: Proofs;
}

/** Scores that are closer are equal. */
const TIE = 0.3;
/** The same for users and groups, where nothing of a table shows that its rows are people. */
const WIDE_TIE = 1.5;

/**
 * Takes each table for a kind, and its columns for fields. The tables of users and groups are found first, because
 * whether a column refers to them says more than its name.
 *
 * @param kind of all tables, where the user named it
 * @param accepted proposals: a table that was accepted as a kind is of that kind
 */
export function guessExport(
  tables: readonly Table[],
  kind?: InputKind,
  accepted: Accepted = new Map(),
): Guess {
  const foreign = foreignKeysIn(tables);
  const first = place(tables, () => new References(), { kind, accepted, foreign });
  const referring = (table: Table): Column[] =>
    tables.filter((other) => other !== table).flatMap(({ columns }) => columns.filter(isReference));
  const second = place(tables, (table) => new References(idsOf(first), referring(table)), {
    kind,
    accepted,
    foreign,
  });
  const ids = idsOf(second);
  const knownIds = (table: Table): References => new References(ids, referring(table));
  const asked = kind === undefined ? conversationsIn(tables, second) : new Map();
  const third = withGroupsAround(place(tables, knownIds, { kind, accepted, foreign, asked }));
  const references = new References(idsOf(third));
  const isSure = (each: GuessedTable): boolean => kind !== undefined || isAccepted(each, accepted);
  const dropped = third.flatMap((each) => {
    const reason = isSure(each) ? undefined : whyDropped(each, third, references);
    return reason === undefined ? [] : [{ table: each.table, reason }];
  });
  const kept = third.filter(({ table }) => !dropped.some((each) => each.table === table));
  const known = idsOf(kept);
  const left = kept.map(({ table }) => table);
  const placed =
    dropped.length === 0
      ? third
      : withGroupsAround(
          place(left, (table) => new References(known, referring(table)), {
            kind,
            accepted,
            foreign,
            asked,
          }),
        );
  const relations =
    kind === undefined ? relationsIn(tables, placed, new References(known), accepted) : [];
  const isRelation = ({ name }: Table): boolean =>
    relations.some(({ table }) => table.name === name);
  const unplaced = tables
    .filter((table) => !third.some((each) => each.table === table))
    .map((table) => ({
      table,
      reason: 'its columns do not look like users, groups, members or messages',
    }));
  const all = new References(known);
  const others = placed.filter(({ table }) => !isRelation(table));
  const judged = others.map((each) => ({
    ...each,
    doubt: isSure(each) ? undefined : (each.doubt ?? whyDoubted(each, others, all)),
  }));
  const proofs = proofsFrom(judged, tables);
  const proved = judged.map((each) => ({
    ...each,
    doubt: isSure(each) ? undefined : (each.doubt ?? whyUnproved(each, proofs)),
  }));
  const waiting = proved.flatMap((each) => {
    const why = each.doubt === undefined ? undefined : whyWaiting(each, proofs);
    return why === undefined ? [] : [{ table: each.table, reason: why }];
  });
  const placedNow = proved.filter(({ table }) => !waiting.some((each) => each.table === table));
  return {
    placed: withNested([...placedNow, ...relations]),
    unplaced: [...dropped, ...unplaced, ...waiting].filter(({ table }) => !isRelation(table)),
    references: new References(idsOf(judged.filter(({ doubt }) => doubt === undefined))),
    proofs,
  };
}

/** Why a table is of no kind after all, now that it is known what other tables refer to. */
function whyDropped(
  table: GuessedTable,
  all: readonly GuessedTable[],
  references: References,
): string | undefined {
  return (
    (isCalled(table) ? undefined : whyUnreferred(table, all, references)) ??
    whyUnused(table, all, references) ??
    whyListOfMessages(table, all) ??
    whyPartOfMessage(table) ??
    whyReaders(table, all)
  );
}

/** Why the kind of a table has to be accepted before the table is read. */
function whyDoubted(
  table: GuessedTable,
  all: readonly GuessedTable[],
  references: References,
): string | undefined {
  return (
    whyUnreferred(table, all, references) ??
    whySentNowhere(table, all) ??
    whyAboutUsers(table, all) ??
    whyNoUsers(table, isReferredTo(table, all, references)) ??
    whyNoGroups(table, isClearlyReferredTo(table, all, references))
  );
}

function isAccepted({ table, kind }: GuessedTable, accepted: Accepted): boolean {
  return accepted.has(kindProposal(table.name, kind));
}

/** The proofs that come from tables whose kind is certain. */
function proofsFrom(placed: readonly GuessedTable[], tables: readonly Table[]): Proofs {
  const read = placed.filter(({ doubt }) => doubt === undefined);
  const unread = tables.filter((table) => !read.some((each) => each.table === table));
  return new Proofs(idsOf(read), unread);
}

/** What is known before tables are placed. */
interface Placing {
  /** Of all tables, where the user named it. */
  readonly kind: InputKind | undefined;
  readonly accepted: Accepted;
  /** Columns that hold the keys of other tables. */
  readonly foreign: ReadonlySet<Column>;
  /** Tables that messages or members refer to as conversations, and the reason. */
  readonly asked?: ReadonlyMap<Table, string>;
}

function place(
  tables: readonly Table[],
  referencesOf: (table: Table) => References,
  { kind: named, accepted, foreign, asked }: Placing,
): GuessedTable[] {
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
    // Where names show nothing, users and groups look alike: next to rows that are clearly users, these are groups.
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

/** Columns that only people have. */
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
