import type { InputKind } from '@chatferry/contract';
import type { GuessedTable } from './guessed-table.ts';
import { foreignKeysIn } from '../matching/called-after.ts';
import { type IdColumn, References } from '../matching/references.ts';
import { conversationsIn } from './bare-conversations.ts';
import { whySentNowhere, whyUnproved, whyWaiting } from '../matching/kind-doubts.ts';
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
import { idsOf, placeTables, type Placing } from './place-tables.ts';
import { Proofs } from '../matching/proofs.ts';
import { relationsIn } from './relations.ts';
import { type Accepted, kindProposal } from './proposal.ts';
import { whyListOfMessages, whyPartOfMessage, whyReaders } from './lists-of-messages.ts';
import type { Table } from '../tables/table.ts';

/** All facts about the export that the fields of a file may depend on. */
export interface Guess {
  readonly placed: readonly GuessedTable[];
  /** Tables without a kind, with the reason. */
  readonly unplaced: readonly { readonly table: Table; readonly reason: string }[];
  readonly references: References;
  readonly proofs: Proofs;
}

/**
 * Guesses the kind of each table, and the fields of its columns. The tables of users and groups are found first, because a column's
 * references to them are better evidence than its name.
 *
 * @param kind the kind of all tables, if the user named it
 * @param accepted proposals: an accepted table has the accepted kind
 */
export function guessExport(
  tables: readonly Table[],
  kind?: InputKind,
  accepted: Accepted = new Map(),
): Guess {
  const isSure = ({ table, kind: of }: GuessedTable): boolean =>
    kind !== undefined || accepted.has(kindProposal(table.name, of));
  const { placed, ids, left } = placedTables(tables, kind, accepted, isSure);
  const references = new References(ids);
  const relations = kind === undefined ? relationsIn(tables, placed, references, accepted) : [];
  const isRelation = ({ name }: Table): boolean =>
    relations.some(({ table }) => table.name === name);
  const others = placed.filter(({ table }) => !isRelation(table));
  const withDoubt = (
    each: GuessedTable,
    why: (table: GuessedTable) => string | undefined,
  ): GuessedTable => ({ ...each, doubt: isSure(each) ? undefined : (each.doubt ?? why(each)) });

  const judged = others.map((each) =>
    withDoubt(each, (table) => whyDoubted(table, others, references)),
  );
  const proofs = proofsFrom(judged, tables);
  const proved = judged.map((each) => withDoubt(each, (table) => whyUnproved(table, proofs)));
  const waiting = reasonsFor(proved, (each) =>
    each.doubt === undefined ? undefined : whyWaiting(each, proofs),
  );
  return {
    placed: withNested([...without(proved, waiting), ...relations]),
    unplaced: [...left, ...waiting].filter(({ table }) => !isRelation(table)),
    references: new References(idsOf(judged.filter(({ doubt }) => doubt === undefined))),
    proofs,
  };
}

interface PlacedTables {
  readonly placed: readonly GuessedTable[];
  /** The columns with the ids of users and groups, in tables that other tables refer to. */
  readonly ids: readonly IdColumn[];
  /** The tables without a kind. */
  readonly left: Guess['unplaced'];
}

/** Places tables several times. Each pass knows better than the previous one which columns refer to users and groups. */
function placedTables(
  tables: readonly Table[],
  kind: InputKind | undefined,
  accepted: Accepted,
  isSure: (table: GuessedTable) => boolean,
): PlacedTables {
  const placing: Placing = { all: tables, kind, accepted, foreign: foreignKeysIn(tables) };
  const first = placeTables(tables, placing);
  const second = placeTables(tables, placing, idsOf(first));
  const asked = kind === undefined ? conversationsIn(tables, second) : new Map();
  const third = withGroupsAround(placeTables(tables, { ...placing, asked }, idsOf(second)));
  const references = new References(idsOf(third));
  const dropped = reasonsFor(third, (each) =>
    isSure(each) ? undefined : whyDropped(each, third, references),
  );
  const kept = without(third, dropped);
  const ids = idsOf(kept);
  const placeKept = (): GuessedTable[] =>
    placeTables(
      kept.map(({ table }) => table),
      { ...placing, asked },
      ids,
    );
  const reason = 'its columns do not look like users, groups, members or messages';
  const unlike = tables.filter((table) => !third.some((each) => each.table === table));
  return {
    placed: dropped.length === 0 ? third : withGroupsAround(placeKept()),
    ids,
    left: [...dropped, ...unlike.map((table) => ({ table, reason }))],
  };
}

/** The tables for which `why` returns a reason. */
function reasonsFor(
  tables: readonly GuessedTable[],
  why: (table: GuessedTable) => string | undefined,
): Guess['unplaced'] {
  return tables.flatMap((each) => {
    const reason = why(each);
    return reason === undefined ? [] : [{ table: each.table, reason }];
  });
}

function without(tables: readonly GuessedTable[], others: Guess['unplaced']): GuessedTable[] {
  return tables.filter(({ table }) => !others.some((each) => each.table === table));
}

/** Why a table has no kind after all, given the references of the other tables. */
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

/** The proofs that come from tables whose kind is certain. */
function proofsFrom(placed: readonly GuessedTable[], tables: readonly Table[]): Proofs {
  const read = placed.filter(({ doubt }) => doubt === undefined);
  const unread = tables.filter((table) => !read.some((each) => each.table === table));
  return new Proofs(idsOf(read), unread);
}
