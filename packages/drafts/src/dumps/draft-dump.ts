import { inputKinds } from '@chatferry/contract';
import type { InspectedDatabase } from '@chatferry/job/planning';
import type { Guess } from '../guessing/guess-export.ts';
import type { GuessedTable } from '../guessing/guessed-table.ts';
import type { Accepted } from '../guessing/proposal.ts';
import { draftTable } from '../proposing/draft-table.ts';
import type { TableDraft } from '../proposing/table-draft.ts';
import { byReceiver } from '../proposing/two-receivers.ts';
import type { FoundTable } from '../tables/table.ts';
import { foundTables } from './found-tables.ts';
import { pairOf, pairsOfUsers, type PairsOfUsers, withoutPairs } from './pairs-of-users.ts';
import { type Preset, presetOf } from './preset-of.ts';
import { type DraftedQuery, type Join, queryOf } from './query-of.ts';
import { sqlOf } from './sql-of.ts';
import { type Recipients, recipientsIn, withoutRecipients } from './recipients.ts';
import { type Relation, relationsOf } from './relations.ts';

/** A dump, with guesses about its tables. */
export interface FoundDump {
  readonly dump: InspectedDatabase;
  /** Reads the tables instead of queries. */
  readonly preset?: Preset;
  readonly relations: readonly Relation[];
  readonly pairs: readonly PairsOfUsers[];
  readonly recipients: readonly Recipients[];
  readonly tables: readonly FoundTable[];
}

/** The draft for a dump. */
export interface DumpDraft extends FoundDump {
  readonly queries: ReadonlyMap<TableDraft, DraftedQuery>;
  /** Why each table is not read, by name. */
  readonly reasons: ReadonlyMap<string, string>;
}

export function findDump(dump: InspectedDatabase): FoundDump {
  const preset = presetOf(dump);
  if (preset !== undefined)
    return { dump, preset, relations: [], pairs: [], recipients: [], tables: [] };
  const relations = relationsOf(dump);
  const pairs = pairsOfUsers(dump, relations);
  const recipients = recipientsIn(dump, relations);
  const all = foundTables(dump, relations);
  const tables = withoutRecipients(withoutPairs(all, pairs), recipients);
  return { dump, relations, pairs, recipients, tables };
}

export interface DraftedTables {
  readonly tables: readonly TableDraft[];
  readonly waiting: readonly TableDraft[];
  readonly draft: DumpDraft;
}

/** Drafts the queries of a dump, and how their rows become records. */
export function draftDump(found: FoundDump, guess: Guess, accepted: Accepted): DraftedTables {
  const { dump, pairs, recipients } = found;
  const files = new Set(found.tables.map(({ file }) => file));
  const own = guess.placed.filter(({ table }) => files.has(table.file));
  const inOrder = inputKinds.flatMap((kind) =>
    own.filter((each) => each.kind === kind).toSorted((one, other) => other.score - one.score),
  );
  const queries = new Map<TableDraft, DraftedQuery>();
  const primaryKeyOf = (table: string): readonly string[] =>
    dump.tables.find(({ name }) => name === table)?.primaryKey ?? [];
  const groups = groupsWithEqualIds(dump, inOrder);
  const drafts = inOrder.flatMap((each) => {
    const { guessed, join } = toRecipients(recipients, each) ?? inPair(dump, pairs, each);
    return byReceiver(guessed, guess.references).map((part) => {
      const draft = draftTable(part, guess, accepted);
      addRecipient(draft, join);
      addOwnPrefix(draft, inOrder);
      addGroupPrefix(draft, groups);
      queries.set(draft, queryOf(draft, primaryKeyOf, join, sqlOf(dump)));
      return draft;
    });
  });
  const tables = drafts.filter(({ guess: { doubt } }) => doubt === undefined);
  const unplaced = guess.unplaced.filter(({ table }) => files.has(table.file));
  return {
    tables,
    waiting: drafts.filter((each) => !tables.includes(each)),
    draft: {
      ...found,
      queries,
      reasons: new Map(unplaced.map(({ table, reason }) => [table.label, reason])),
    },
  };
}

/** Adds the other user of a conversation of two as the receiver of its messages. */
function inPair(
  dump: InspectedDatabase,
  pairs: readonly PairsOfUsers[],
  guessed: GuessedTable,
): { readonly guessed: GuessedTable; readonly join: Join | undefined } {
  const { kind, table, matches } = guessed;
  const sender = matches.find(({ field }) => field === 'sender')?.column;
  const pair =
    kind !== 'messages' || sender === undefined
      ? undefined
      : pairOf(dump, pairs, table.label, sender);
  if (pair === undefined || sender === undefined) return { guessed, join: undefined };
  const taken = new Set(table.columns.map(({ name }) => name.toLowerCase()));
  const [one, other] = pair.ends.map((end) =>
    taken.has(end.toLowerCase()) ? `${pair.table}_${end}` : end,
  ) as [string, string];
  return {
    guessed: {
      ...guessed,
      matches: matches.filter(({ field }) => field !== 'receiver' && field !== 'receiverType'),
      toOther: { ends: [one, other], than: sender.name },
    },
    join: {
      table: pair.table,
      on: [pair.key, pair.conversation],
      columns: new Map([
        [one, pair.ends[0]],
        [other, pair.ends[1]],
      ]),
      // Both columns are keys of users, like the sender.
      hasBytes: sender.hasBytes === true,
    },
  };
}

/** Joins messages to the table of their receivers; undefined for messages without such a table. */
function toRecipients(
  all: readonly Recipients[],
  guessed: GuessedTable,
): { readonly guessed: GuessedTable; readonly join: Join } | undefined {
  const { kind, table, matches } = guessed;
  const sender = matches.find(({ field }) => field === 'sender')?.column;
  const own = all.find(
    ({ messages, users }) => messages === table.label && sender?.refersTo === users,
  );
  const isSent = matches.some(({ field }) => field === 'receiver');
  if (kind !== 'messages' || own === undefined || isSent) return undefined;
  const isTaken = table.columns.some(({ name }) => name.toLowerCase() === own.user.toLowerCase());
  const user = isTaken ? `${own.table}_${own.user}` : own.user;
  return {
    guessed: { ...guessed, toColumn: user },
    join: {
      table: own.table,
      on: [own.message, own.key],
      columns: new Map([[user, own.user]]),
      hasBytes: sender?.hasBytes === true,
      recipient: { column: user, areSeveral: own.areSeveral },
    },
  };
}

/** A message to several users becomes one message to each of them, so its id must also name the user. */
function addRecipient(draft: TableDraft, join: Join | undefined): void {
  if (join?.recipient?.areSeveral !== true) return;
  const { column } = join.recipient;
  const key = draft.guess.matches.find(({ field }) => field === 'muid')?.column.name ?? join.on[1];
  const note = 'a message to several users becomes one to each of them';
  const { columns } = draft.lines;
  const own = columns.findIndex(({ value }) => value === 'muid');
  if (own !== -1) columns.splice(own, 1);
  draft.add('convert', 'muid', { template: `{${key}}-{${column}}` }, note);
}

const PARENT = 'data.metadata.parentMuid';

/** Messages of several tables, each counted from 1, get ids that name their table. */
function addOwnPrefix(draft: TableDraft, all: readonly GuessedTable[]): void {
  const { kind, guess, lines } = draft;
  const tables = new Set(all.flatMap((each) => (each.kind === kind ? [each.table.label] : [])));
  if (kind !== 'messages' || tables.size < 2) return;
  if (lines.convert.some(({ key }) => key === 'muid')) return;
  const note = 'ids of several tables, which may be equal';
  const prefix = `${guess.table.label}-`;
  const id = lines.columns.find(({ value }) => [value].flat().includes('muid'));
  draft.add('convert', 'muid', { prefix }, note, id?.proposal);
  const parent = lines.columns.find(({ value }) => value === PARENT);
  if (parent !== undefined) draft.add('convert', PARENT, { prefix }, undefined, parent.proposal);
}

/** The fields that name groups. */
const toGroups: Readonly<Record<string, string>> = {
  groups: 'guid',
  members: 'guid',
  messages: 'receiver',
};

/** Tables of groups that share ids, by the place of their keys. */
function groupsWithEqualIds(
  dump: InspectedDatabase,
  all: readonly GuessedTable[],
): ReadonlyMap<string, string> {
  const keys = all.flatMap(({ kind, table, matches, doubt }) => {
    const key = matches.find(({ field }) => field === 'guid')?.column;
    return kind !== 'groups' || doubt !== undefined || key?.place === undefined
      ? []
      : [{ table: table.label, column: key.name, place: key.place }];
  });
  const equal = keys.filter((one) =>
    keys.some((other) => other !== one && dump.missingIn(one, other) < dump.filledIn(one)),
  );
  return new Map(equal.map(({ place, table }) => [place, `${table}-`]));
}

/** Groups of several tables that share ids get ids that name their table, and so do references to them. */
function addGroupPrefix(draft: TableDraft, groups: ReadonlyMap<string, string>): void {
  const { kind, guess, lines } = draft;
  const field = toGroups[kind];
  const column = guess.matches.find((match) => match.field === field)?.column;
  const prefix = groups.get(column?.refersTo ?? '') ?? groups.get(column?.place ?? '');
  if (field === undefined || prefix === undefined) return;
  if (lines.convert.some(({ key }) => key === field)) return;
  const line = lines.columns.find(({ value }) => [value].flat().includes(field));
  draft.add(
    'convert',
    field,
    { prefix },
    'several tables have groups with the same ids',
    line?.proposal,
  );
}
