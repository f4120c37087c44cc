import type { Column } from '../columns/column.ts';
import type { Table } from '../tables/table.ts';
import { wordsIn } from '@chatferry/parsers';
import { conceptsOf } from '../words/concepts-of.ts';
import { hasConcept } from '../words/name-fit.ts';
import type { References } from './references.ts';

/** A table whose rows name two users each, and a column that may state their relation. */
export interface Pair {
  readonly ends: readonly [Column, Column];
  /** The column with words such as `accepted` and `blocked`. */
  readonly state: Column | undefined;
  /** The column that names the user who blocks the other. */
  readonly blocker: Column | undefined;
}

/** Values of rows whose users are friends. */
export const areFriends: RegExp =
  /^(accepted?|approved|confirmed|connected|friends?|active|mutual|established)$/i;

/** Values of rows whose users are not friends. */
const areBlocked = /^(block(ed)?|ban(ned)?|ignored?)$/i;
const areAsked =
  /^(request(ed)?|pending|invited|sent|waiting|declined|rejected|refused|cancell?ed)$/i;

/** Words for tables of people who know each other, except names of friends and blocks. */
const acquainted =
  /^(contacts?|connections?|relations?|relationships?|follow(s|ers?|ing)?|kontakte?|contatos?|contactos?)$/;

/** Words in the names of columns that hold one of two users, such as `first_user`. */
const endWords =
  /^(user|users|friend|contact|member|person|follower|followed|following|followee|requester|addressee|requestee|from|to|sender|receiver|recipient|blocker|blocked|first|second|one|two|other|a|b|source|target|id|uid)$/;

/** Maximum number of distinct values of a state. */
const MOST_STATES = 8;

/** Finds two users in each row; undefined when rows name one user or more than two, or nothing shows that the users know each other. */
export function pairIn(table: Table, references: References): Pair | undefined {
  const { columns, label } = table;
  const own = columns.filter(({ root, isRepeated }) => root !== undefined && !isRepeated);
  if (own.some(({ facts }) => facts.prose > 0.3 && facts.length > 18)) return undefined;
  const [one, other, ...more] = own.filter((column) => isEnd(column, references));
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  const state = own.find(isState);
  const isNamed =
    hasConcept(label, 'friend') ||
    hasConcept(label, 'block') ||
    wordsIn(label).some((word) => acquainted.test(word));
  if (!isNamed && state === undefined) return undefined;
  const blocker = own.find(
    ({ label: name }) => /by$/i.test(name) && conceptsOf(name).concepts.includes('banned'),
  );
  return { ends: [one, other], state, blocker };
}

/** The values of a state that mean friends, and the values that mean a block. */
export function statesOf({ facts }: Column): {
  readonly friends: readonly string[];
  readonly blocks: readonly string[];
} {
  const values = [...facts.values.keys()];
  return {
    friends: values.filter((value) => areFriends.test(value)),
    blocks: values.filter((value) => areBlocked.test(value)),
  };
}

function isState({ facts }: Column): boolean {
  const values = [...facts.values.keys()];
  if (values.length === 0 || values.length > MOST_STATES) return false;
  const known = values.filter(
    (value) => areFriends.test(value) || areBlocked.test(value) || areAsked.test(value),
  );
  return known.length > values.length / 2;
}

/** Whether a column contains one of the two users, by its name and, when the ids of users are known, by its values. */
function isEnd(column: Column, references: References): boolean {
  const { label, facts } = column;
  const words = wordsIn(label);
  const isId = facts.filled > 0 && facts.idLike > 0.9 && !facts.isBoolean && facts.email < 0.5;
  if (!isId || (facts.time !== undefined && !facts.isNumber) || isState(column)) return false;
  if (words.join('') === 'id' || !words.every((word) => endWords.test(word))) return false;
  return !references.knowsAll('users') || references.kindsOf(column).includes('users');
}
