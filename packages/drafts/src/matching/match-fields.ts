import { type InputKind, kinds } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { valueMapOf } from '../words/enum-values.ts';
import { fieldPatterns } from '../words/field-patterns.ts';
import { hasConcept, nameFit } from '../words/name-fit.ts';
import { isTelling, type References } from './references.ts';
import { isCalledReference, referredKinds } from './referring-fields.ts';
import { isOwnField } from './service-form.ts';
import { valueFit } from './value-fit.ts';
import { valueOnly } from './value-only.ts';

/** A column with its guessed field. */
export interface FieldMatch {
  readonly column: Column;
  readonly field: string;
  /** From 0 to 1. */
  readonly score: number;
  /** The evidence for the match, as a part of a sentence. */
  readonly reason: string;
  /** Whether the values are ids of users or groups in other files. */
  readonly isProved?: boolean;
  /** The meanings of the values, if references prove them. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Minimum scores for a match to become an active line, and to become a proposal. */
export const SURE = 0.78;
const LIKELY = 0.42;

/** Minimum lead over the next match to be certain. */
const MARGIN = 0.03;

/**
 * Finds the field of each column: the best pairs first, each column and each field once. A field that two columns fit equally well
 * becomes only a proposal.
 *
 * @param foreign columns that contain the keys of other tables
 */
export function matchFields(
  kind: InputKind,
  columns: readonly Column[],
  references: References,
  foreign: ReadonlySet<Column>,
): FieldMatch[] {
  const candidates = Object.keys(fieldPatterns[kind] ?? {})
    .flatMap((field) => {
      const isKey = field === kinds[kind].key && (kind === 'users' || kind === 'groups');
      // A column named after an owner refers to the owner, and is not the id.
      const referred = isKey
        ? references.keysIn(columns.filter(({ label }) => !isForOwner(kind, field, label)))
        : [];
      const own = referred.length === 0 ? columns : referred;
      const fitting = isKey && kind === 'groups' ? own.filter((each) => !foreign.has(each)) : own;
      return fitting.map((column) => matchOf(kind, field, column, columns, references));
    })
    .filter(
      (match) =>
        match.score >= LIKELY &&
        !(kind === 'messages' && isOfAround(match)) &&
        !(hasKeys(columns) && (gapsIn(kind, match) !== undefined || lacksIds(kind, match))),
    )
    .toSorted((one, other) => other.score - one.score);
  const matches: FieldMatch[] = ownForm(kind, columns);
  for (const match of candidates) {
    if (matches.some(({ column, field }) => column === match.column || field === match.field))
      continue;
    const rival = candidates.find(
      (each) =>
        each.field === match.field &&
        each.column !== match.column &&
        match.score - each.score < MARGIN &&
        !matches.some(({ column }) => column === each.column),
    );
    const doubt = rival === undefined ? gapsIn(kind, match) : `${rival.column.name} fits as well`;
    matches.push(
      doubt !== undefined && match.score >= SURE
        ? { ...match, score: SURE - 0.01, reason: `${match.reason}; ${doubt}` }
        : match,
    );
  }
  return kind === 'messages' ? withReceiverType(matches, columns, references) : matches;
}

/** Whether rows are under keys. A key is better evidence for where a row belongs than a column that most rows leave empty. */
function hasKeys(columns: readonly Column[]): boolean {
  return columns.some(({ isKey }) => isKey === true);
}

/** Whether some rows have no id in the column of ids, while all rows have a key. */
function lacksIds(
  kind: InputKind,
  { field, column }: Pick<FieldMatch, 'field' | 'column'>,
): boolean {
  return field === kinds[kind].key && column.isKey !== true && column.facts.empty > 0;
}

/** Why a column does not show where all messages are sent. */
function gapsIn(
  kind: InputKind,
  { field, column: { facts } }: Pick<FieldMatch, 'field' | 'column'>,
): string | undefined {
  const isReceiver = kind === 'messages' && field === 'receiver';
  return isReceiver && facts.empty > facts.filled ? 'it is empty in most rows' : undefined;
}

/** Replaces a column of receiver types that only its name suggests by the column that references prove. */
function withReceiverType(
  matches: FieldMatch[],
  columns: readonly Column[],
  references: References,
): FieldMatch[] {
  const receiver = matches.find(({ field }) => field === 'receiver')?.column;
  const proved = receiver && references.receiverTypesBy(receiver, columns);
  if (proved === undefined) return matches;
  const { column, values } = proved;
  const reason = `its values go with whether ${receiver!.name} is a user or a group`;
  return [
    ...matches.filter((each) => each.field !== 'receiverType' && each.column !== column),
    { column, field: 'receiverType', score: 1, reason, values },
  ];
}

/** The columns of a file that is already in the form of the service, even when single values are wrong. */
function ownForm(kind: InputKind, columns: readonly Column[]): FieldMatch[] {
  const own = columns.filter((column) => isOwnField(kind, column));
  const isOwn =
    own.some(({ name }) => name === kinds[kind].key || name === 'guid') &&
    own.length >= columns.filter(({ root }) => root !== undefined).length * 0.6;
  return isOwn ? own.map((column) => ({ column, field: column.name, score: 1, reason: '' })) : [];
}

function matchOf(
  kind: InputKind,
  field: string,
  column: Column,
  columns: readonly Column[],
  references: References,
): FieldMatch {
  const none = { column, field, score: 0, reason: '' };
  if (hasConcept(column.label, 'secret') || (column.isRepeated && !isListField(field))) return none;
  if (column.isRepeated && column.facts.filled === 0) return none;
  if (field === 'tags' && references.kindsOf(column).length > 0) return none;
  // In a list of reactions, only the message comes from the object around the list.
  if (kind === 'reactions' && column.root === undefined && field !== 'muid') return none;
  if (referredKinds(kind, field) !== undefined && isFlag(column)) return none;
  if (isOwnNumber(kind, field, column) || isForGroups(kind, field, column.label)) return none;
  const fit = valueFit(kind, field, column.facts);
  if (fit === 0) return none;
  const named = isVague(column) ? 0 : nameFit(kind, field, column.label);
  const reference = references.evidenceFor(kind, field, column);
  const isProved = reference.reason !== undefined;
  // A value of the parent, such as the id of a message's room, is used only when the row itself has no such value. In a list of friends
  // or blocks, the parent's id is the user whose list it is.
  const isHolder = (kind === 'friends' || kind === 'blocks') && field === 'uid';
  const distance = column.root === undefined ? (isHolder ? -0.04 : 0.04) : 0;
  if (named > 0) {
    const weighed = 0.7 * named + 0.3 * fit + reference.score - distance;
    const score = reference.isStrong === true ? Math.max(weighed, SURE) : weighed;
    const reason = reference.reason ?? 'its name and its values fit';
    return { column, field, score, reason, isProved };
  }
  const { score, reason } = valueOnly(kind, field, column, columns, reference);
  return { column, field, score: score - distance, reason, isProved };
}

/** Whether a column is a flag, whose 0 and 1 are not ids. */
function isFlag(column: Column): boolean {
  const { facts, label, name } = column;
  return facts.isBoolean && (/^(is|has|was|can)[_A-Z]/.test(name) || !isCalledReference({ label }));
}

/** Whether a column of a relation is named after groups, and not after users. */
function isForGroups(kind: InputKind, field: string, label: string): boolean {
  const wanted = referredKinds(kind, field);
  return (
    relations.includes(kind) &&
    wanted?.join() === 'users' &&
    hasConcept(label, 'group') &&
    !people.some((concept) => hasConcept(label, concept))
  );
}

/** Kinds whose rows consist only of references. */
export const relations: readonly InputKind[] = ['members', 'friends', 'blocks', 'reactions'];

const people = ['user', 'member', 'sender', 'receiver', 'owner', 'login', 'friend'] as const;

/** Whether a column numbers the rows themselves, although the numbers are also ids of users or groups. */
function isOwnNumber(kind: InputKind, field: string, column: Column): boolean {
  return (
    relations.includes(kind) &&
    field !== 'reactionId' &&
    column.root !== undefined &&
    column.facts.isUnique &&
    conceptsOf(column.label).concepts.join() === 'id' &&
    !isTelling(column)
  );
}

/** Whether the name of a parent's value has unknown words: the `lead_id` of a room is not the id of the room. */
function isVague({ name, root }: Column): boolean {
  return root === undefined && conceptsOf(name).unknown.length > 0;
}

function isForOwner(kind: InputKind, key: string, label: string): boolean {
  return nameFit(kind, 'owner', label) > nameFit(kind, key, label);
}

function isListField(field: string): boolean {
  return field === 'tags' || field.startsWith('data.attachments');
}

/** Whether a column of the object around messages concerns only that object: its id, or who may join. */
function isOfAround({ field, column: { name, facts } }: FieldMatch): boolean {
  if (!name.startsWith('^.')) return false;
  if (field === 'muid') return true;
  if (field !== 'receiverType') return false;
  const values = [...facts.values.keys()];
  const targetsBy = (of: string): ReadonlySet<unknown> =>
    new Set(Object.values(valueMapOf(of, values).values));
  return targetsBy('type').has('public') || targetsBy('receiverType').size < 2;
}
