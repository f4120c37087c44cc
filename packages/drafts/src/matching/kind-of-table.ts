import { type InputKind, inputKinds, kinds } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import type { Concept } from '../words/words.ts';
import type { Table } from '../tables/table.ts';
import { holdsRows } from '../columns/parent-columns.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { isCalledDetail, kindOfFile } from './kind-by-name.ts';
import { cues } from '../words/kind-words.ts';
import { type FieldMatch, matchFields } from './match-fields.ts';
import { hasConcept, nameFit } from '../words/name-fit.ts';
import type { References } from './references.ts';
import { isEmoji } from './value-fit.ts';

/** A possible kind of a table, with the fields of its columns. */
export interface KindMatch {
  readonly kind: InputKind;
  readonly matches: readonly FieldMatch[];
  readonly score: number;
}

/** The fields of a kind's rows, each with its weight. Kinds without an entry are recognised by the names of files. */
const parts: Readonly<Partial<Record<InputKind, Readonly<Record<string, number>>>>> = {
  users: { uid: 2, name: 2 },
  groups: { guid: 2, name: 2 },
  members: { guid: 2.5, uid: 2.5 },
  messages: { sender: 1.5, text: 2, sentAt: 1.5, receiver: 1, muid: 0.5 },
  friends: { uid: 2.5, friend: 2.5 },
  blocks: { uid: 2.5, blocked: 2.5 },
  reactions: { muid: 1.5, uid: 1.5, reaction: 2 },
};

/** Minimum score for a table to get a kind. */
export const LEAST_SCORE = 4;

/** Words in names of lists and files of tables that look like a kind and are not. */
const noKinds = ['other', 'reaction', 'mention', 'secret', 'path', 'friend', 'block'];

/** The possible kinds of a table, best first. @param foreign columns that contain the keys of other tables */
export function kindsOfTable(
  table: Table,
  references: References,
  foreign: ReadonlySet<Column>,
): KindMatch[] {
  return inputKinds
    .filter((kind) => parts[kind] !== undefined)
    .map((kind) => kindMatch(kind, table, references, foreign))
    .toSorted((one, other) => other.score - one.score);
}

function kindMatch(
  kind: InputKind,
  table: Table,
  references: References,
  foreign: ReadonlySet<Column>,
): KindMatch {
  const matches = matchFields(kind, table.columns, references, foreign);
  const own = table.columns.filter(({ root }) => root !== undefined);
  const ofKind = parts[kind] ?? {};
  const wanted = Object.entries(ofKind);
  const found = wanted.reduce((sum, [field, weight]) => {
    const match = matches.find((each) => each.field === field);
    return sum + (match === undefined ? 0 : weight * Math.min(1, match.score + 0.1));
  }, 0);
  const all = wanted.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  const further = matches.filter(({ field }) => ofKind[field] === undefined).length;
  const hints = own.filter((column) => isHint(kind, column)).length;
  const score =
    (found / all) * 5 +
    Math.min(1.2, further * 0.3) +
    Math.min(1.2, hints * 0.4) +
    nameScore(kind, table) +
    referredScore(kind, matches, references) +
    against(kind, table, matches) +
    joining(kind, table, foreign);
  return { kind, matches, score };
}

/** Whether rows of the kind often have such a column, although it is not a field. */
function isHint(kind: InputKind, { label, facts }: Column): boolean {
  return (
    cues[kind]?.some((cue) => hasConcept(label, cue as Concept)) ||
    (kind === 'users' && facts.email > 0.8)
  );
}

/** The score from the names of referring columns: authors are users. */
function referredScore(
  kind: InputKind,
  matches: readonly FieldMatch[],
  references: References,
): number {
  if (kind !== 'users' && kind !== 'groups') return 0;
  const key = matches.find(
    ({ field, column }) => field === kinds[kind].key && column.root !== undefined,
  )?.column;
  const referred = key === undefined ? undefined : references.referredAs(key);
  return referred === undefined ? 0 : referred === kind ? 1.5 : -1.5;
}

/** The score from the name of the file or of the list. */
function nameScore(kind: InputKind, table: Table): number {
  const { label, columns } = table;
  const recognised = kindOfFile(table);
  if (recognised !== undefined) return recognised === kind ? 2.5 : -1;
  const { concepts } = conceptsOf(label);
  if (isCalledDetail(label) && (kind === 'users' || kind === 'groups')) return 0;
  if (kind === 'friends') return concepts.includes('friend') ? 3 : 0;
  if (kind === 'blocks') return concepts.includes('block') || concepts.includes('banned') ? 3 : 0;
  if (kind === 'reactions') return concepts.includes('reaction') ? 2.5 : 0;
  const has = (concept: string): boolean => concepts.includes(concept as never);
  // A log of chats contains messages; any other log does not.
  const isNested = columns.some(({ root }) => root === undefined) || isInRows(table);
  const isChatLog = has('log') && (has('group') || has('message') || isNested);
  if (concepts.some((concept) => noKinds.includes(concept)) || (has('log') && !isChatLog))
    return -4;
  if (isChatLog) return kind === 'messages' ? 2 : -1;
  const isMembership = (has('member') || has('user')) && has('group');
  const isHolder =
    concepts.length === 0 &&
    columns.some(({ root, isRepeated }) => root !== undefined && isRepeated && holdsRows(root));
  if (isHolder) return kind === 'groups' ? 2 : kind === 'users' ? -2 : 0;
  if (kind === 'users')
    return isMembership ? 0.3 : has('user') ? 2 : has('member') ? 1.2 : isNested ? -3 : 0;
  if (kind === 'groups')
    return isMembership || has('message') ? 0 : has('group') ? 2 : isNested ? -3 : 0;
  if (kind === 'members') return isMembership || has('member') ? 1.5 : 0;
  return has('message') ? 2 : has('text') ? 1 : 0;
}

/** Whether the list of the rows is inside the rows of another list. The rows may use no column of these. */
function isInRows({ rows = '' }: Table): boolean {
  return rows.split('[*]').length > 2;
}

/** The fields that identify rows between users or groups. */
const ends = ['uid', 'guid', 'friend', 'blocked'];

/** Whether a column of such rows is proved to refer to users or groups by its values. */
function isProved({ field, isProved: is }: FieldMatch): boolean {
  return is === true && ends.includes(field);
}

/** The score against a kind, for columns that the table lacks or that the kind does not have. */
function against(kind: InputKind, table: Table, matches: readonly FieldMatch[]): number {
  const { columns, rowCount } = table;
  const own = columns.filter(({ root }) => root !== undefined);
  const has = (field: string): boolean => matches.some((match) => match.field === field);
  // Two users in a row can mean anything, so the name must state their relation.
  if (kind === 'friends' || kind === 'blocks')
    return matches.filter(isProved).length === 2 && nameScore(kind, table) > 0 ? 0 : -20;
  if (kind === 'reactions') return isOfReactions(table, matches) ? 0 : -20;
  // The texts in a list of a row can only be members.
  if (own.every(({ name }) => name === '.') && own.length > 0)
    return kind === 'members' && matches.some((each) => each.column.name === '.' && isProved(each))
      ? 0
      : -10;
  if (kind === 'messages')
    return has('text') || has('data.attachments.0.url') ? (has('sender') ? 0 : -1.5) : -4;
  const sentences = own.some(
    ({ label, facts }) =>
      facts.prose > 0.5 &&
      facts.length > 18 &&
      (hasConcept(label, 'text') || conceptsOf(label).concepts.length === 0),
  );
  const isText = sentences || own.some(({ label }) => nameFit('messages', 'text', label) === 1);
  if (kind === 'members') return (isText ? -3 : 0) + membership(table, matches);
  return (
    (rowCount > 0 && !has(kind === 'users' ? 'uid' : 'guid') ? -1.5 : 0) +
    (has('name') ? 0 : -1) +
    (sentences ? -1.5 : 0)
  );
}

/** The score against rows that only join the rows of two other tables, or lead from one user to another. */
function joining(kind: InputKind, { columns }: Table, foreign: ReadonlySet<Column>): number {
  if (kind !== 'users' && kind !== 'groups') return 0;
  const own = columns.filter(
    (each) => !foreign.has(each) && each.facts.filled > 0 && each.facts.time === undefined,
  );
  const joined = columns.filter((each) => foreign.has(each));
  if (joined.length > 1 && own.length < 2) return -20;
  const has = (concept: Concept): boolean =>
    columns.some(({ label, isRepeated }) => {
      const { concepts, unknown } = conceptsOf(label);
      const words = concepts.join(' ');
      return !isRepeated && unknown.length === 0 && [concept, `${concept} id`].includes(words);
    });
  return kind === 'groups' && has('sender') && has('receiver') ? -4 : 0;
}

/** Whether each row has a message, a user and a reaction, and names or emoji confirm the reaction. */
function isOfReactions(table: Table, matches: readonly FieldMatch[]): boolean {
  const columnOf = (name: string): Column | undefined =>
    matches.find(({ field }) => field === name)?.column;
  const reaction = columnOf('reaction');
  if (reaction === undefined || columnOf('muid') === undefined || columnOf('uid') === undefined)
    return false;
  return (
    hasConcept(table.label, 'reaction') ||
    hasConcept(reaction.label, 'reaction') ||
    isEmoji(reaction.facts.values.keys())
  );
}

/** The score for and against rows that put a user into a group. */
function membership(table: Table, matches: readonly FieldMatch[]): number {
  const columnOf = (field: string): Column | undefined =>
    matches.find((match) => match.field === field)?.column;
  const [guid, uid] = [columnOf('guid'), columnOf('uid')];
  if (guid === undefined || uid === undefined) return -3;
  const refersToMessage = table.columns.some(
    ({ label }) => hasConcept(label, 'message') && hasConcept(label, 'id'),
  );
  const isMembership = matches.filter(isProved).length === 2;
  if (mostlyRepeat(guid, uid)) return -4;
  if (!refersToMessage) return isMembership ? 2 : 0;
  // The last read message can be part of a membership, or of a list of read messages.
  return isMembership && nameScore('members', table) > 0 ? 1 : -4;
}

/** Share of rows that repeat the group and user of an earlier row, above which rows are events in groups. */
const MOST_REPEATED = 0.2;

/** Whether many rows repeat the same group and user: a user is a member of a group only once. */
function mostlyRepeat({ cells: groups }: Column, { cells: users }: Column): boolean {
  const pairs = groups.flatMap((group, row) =>
    group === undefined || users[row] === undefined ? [] : [JSON.stringify([group, users[row]])],
  );
  return pairs.length - new Set(pairs).size > pairs.length * MOST_REPEATED;
}
