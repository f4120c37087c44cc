import type { Column } from '../columns/column.ts';
import type { GuessedTable } from './guessed-table.ts';
import type { FieldMatch } from '../matching/match-fields.ts';
import { hasConcept } from '../words/name-fit.ts';
import { kindOfFile } from '../matching/kind-by-name.ts';
import { type Pair, pairIn, statesOf } from '../matching/pairs.ts';
import type { References } from '../matching/references.ts';
import { type Accepted, kindProposal } from './proposal.ts';
import type { Table } from '../tables/table.ts';

/** Kinds that rows with two users may look like, although they are relations. */
const lookalikes: readonly string[] = ['users', 'groups', 'members'];

/**
 * Finds tables whose rows name two users each: as proposals, friends, and blocks where a word of the row shows a block. The relation
 * between two users is never certain unless a name states it.
 *
 * @param placed the other guesses about the tables
 * @param references to users in other tables
 */
export function relationsIn(
  tables: readonly Table[],
  placed: readonly GuessedTable[],
  references: References,
  accepted: Accepted,
): readonly GuessedTable[] {
  return tables.flatMap((table) => {
    const own = placed.find((each) => each.table === table);
    if (isInOwnForm(table)) return [];
    const inList = listOfUsers(table, references);
    if (inList !== undefined)
      return [
        accepted.has(kindProposal(table.name, inList.kind))
          ? { ...inList, doubt: undefined }
          : inList,
      ];
    const areOthers = own !== undefined && ![...lookalikes, 'friends', 'blocks'].includes(own.kind);
    const pair = areOthers ? undefined : pairIn(table, references.without(table));
    if (pair === undefined) return [];
    const isSure = own !== undefined && !lookalikes.includes(own.kind) && own.doubt === undefined;
    const isAccepted = (kind: 'friends' | 'blocks'): boolean =>
      accepted.has(kindProposal(table.name, kind));
    const guessed = relationsOf(table, pair);
    if (isSure && !guessed.some(({ kind }) => kind !== own.kind && kind === 'blocks')) return [];
    return guessed.map((each) =>
      isAccepted(each.kind as 'friends' | 'blocks') || (isSure && each.kind === own.kind)
        ? { ...each, doubt: undefined }
        : each,
    );
  });
}

/** A list of ids in a user that is named after friends or blocks: `friends: [ids]`. Undefined for any other table. */
function listOfUsers(table: Table, references: References): GuessedTable | undefined {
  const [own, ...more] = table.columns.filter(({ root }) => root !== undefined);
  const kind = hasConcept(table.label, 'friend')
    ? 'friends'
    : hasConcept(table.label, 'block') || hasConcept(table.label, 'banned')
      ? 'blocks'
      : undefined;
  const areUsers = (column: Column): boolean => references.kindsOf(column).join() === 'users';
  const holder = table.columns.find((column) => column.root === undefined && areUsers(column));
  if (own?.name !== '.' || more.length > 0 || kind === undefined || holder === undefined)
    return undefined;
  if (!areUsers(own)) return undefined;
  return {
    kind,
    score: 0,
    matches: [match(holder, 'uid'), match(own, kind === 'friends' ? 'friend' : 'blocked')],
    table,
    doubt: `each value is a user, in the ${kind} of another one`,
  };
}

/** Whether a file of friends or blocks has that name and the kind's own columns. */
function isInOwnForm(table: Table): boolean {
  const kind = kindOfFile(table);
  const has = (field: string): boolean => table.columns.some(({ name }) => name === field);
  return (kind === 'friends' && has('friend')) || (kind === 'blocks' && has('blocked'));
}

function relationsOf(table: Table, { ends, state, blocker }: Pair): readonly GuessedTable[] {
  const names = ends.map(({ name }) => name).join(' and ');
  const { friends, blocks } = state === undefined ? { friends: [], blocks: [] } : statesOf(state);
  const guessed = (
    kind: 'friends' | 'blocks',
    matches: readonly FieldMatch[],
    values: readonly string[],
    doubt: string,
  ): GuessedTable => ({
    kind,
    score: 0,
    matches,
    table:
      state === undefined || values.length === 0
        ? table
        : {
            ...table,
            columns: table.columns.filter((column) => column !== state),
            when: { field: state.name, value: values.length === 1 ? values[0]! : values },
          },
    doubt,
  });
  const own = match(ends[0], 'uid');
  const asFriends = `each row names two users, in ${names}, who may be friends`;
  const found = guessed('friends', [own, match(ends[1], 'friend')], friends, asFriends);
  if (blocks.length === 0) return [found];
  if (blocker !== undefined) {
    const why = `each row names two users, in ${names}, and ${blocker.name} may be the one who blocks the other`;
    const blocked = guessed('blocks', [match(blocker, 'uid')], blocks, why);
    return [found, { ...blocked, other: { ends, than: blocker } }];
  }
  const why = `each row names two users, and ${ends[0].name} may be the one who blocks ${ends[1].name}`;
  return [found, guessed('blocks', [own, match(ends[1], 'blocked')], blocks, why)];
}

function match(column: Column, field: string): FieldMatch {
  return { column, field, score: 1, reason: 'it holds one of two users' };
}
