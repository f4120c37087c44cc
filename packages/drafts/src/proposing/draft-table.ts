import { fields, type InputKind, kinds } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { ID_OF_REFERENCE } from '../columns/document-references.ts';
import type { Guess } from '../guessing/guess-export.ts';
import type { GuessedTable } from '../guessing/guessed-table.ts';
import { type FieldMatch, SURE } from '../matching/match-fields.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { hasConcept } from '../words/name-fit.ts';
import { addReplacement } from './address-dots.ts';
import { EXAMPLE_BASE, whyIncomplete } from './addresses.ts';
import { addAttachmentTable } from './attachment-lines.ts';
import { addFurtherAttachments } from './attachments.ts';
import { addDocumentIds, addPushTimes } from './document-keys.ts';
import { addGroupDefaults } from './group-defaults.ts';
import { addFilters, filteredKinds } from './filters.ts';
import { addIds } from './ids.ts';
import { addIgnored } from './ignored.ts';
import { addInlineUsers, checkSender } from './inline-users.ts';
import { addLacking } from './lacking-fields.ts';
import { addNames } from './names.ts';
import { addParticipants } from './participants.ts';
import type { Accepted } from '../guessing/proposal.ts';
import { doubtOfMessage } from './message-inside.ts';
import { addRepair } from './repair.ts';
import { addReceiverType, membersIn } from './receiver-type.ts';
import { samplesOf, shortened } from './samples.ts';
import type { Table } from '../tables/table.ts';
import { TableDraft } from './table-draft.ts';
import { addRequests } from './requests.ts';
import { addOwnIds, doubtOfUser, type SharedIds, sharedIdsIn } from './shared-ids.ts';
import { addGroupPrefix, doubtOfGroup } from './shared-groups.ts';
import { addTime } from './times.ts';
import { convertsValues, valuesFor } from './values.ts';

/** Drafts how the rows of a table become records: certain lines are active, and the rest are proposals. */
export function draftTable(guess: GuessedTable, whole: Guess, accepted?: Accepted): TableDraft {
  const draft = new TableDraft(guess, accepted);
  if (draft.isOwn) return draft;
  const used = new Set<Column>();
  const { matches, kind } = guess;
  addDocumentIds(draft);
  addIds(draft);
  addNames(draft, used);
  const shared = sharedIdsIn(whole);
  const own = addOwnIds(draft, shared);
  const pair = membersIn(guess, whole);
  const isPaired = ({ field }: FieldMatch): boolean => field === 'receiver' && pair !== undefined;
  const made = new Set(draft.lines.convert.map(({ key }) => key));
  for (const match of matches)
    if (
      !used.has(match.column) &&
      match.column !== own &&
      !made.has(match.field) &&
      !isPaired(match)
    ) {
      const other = whole.proofs.otherTableOf(kind, match);
      if (other === undefined) addField(draft, match, used, { whole, shared });
      else addWaiting(draft, match, other);
    }
  dropPartsOfNothing(draft, used);
  addGroupPrefix(draft, whole);
  addPushTimes(draft);
  if (kind === 'messages') {
    addReceiverType(draft, whole, pair);
    addParent(draft);
    addFurtherAttachments(draft, used);
    addAttachmentTable(draft, whole);
    addInlineUsers(draft, whole, used);
  }
  if (filteredKinds.includes(kind)) addFilters(draft, used);
  if (kind === 'friends') addRequests(draft, used);
  if (guess.other !== undefined) addBlocked(draft, guess.other, used);
  if (kind === 'groups') addGroupDefaults(draft);
  addLacking(draft, used, whole.proofs);
  addRepair(draft);
  addParticipants(draft, whole);
  addIgnored(draft, used);
  return draft;
}

/** Drops names, sizes and types of attachments whose addresses are not read, because they would make messages invalid. */
function dropPartsOfNothing({ lines }: TableDraft, used: Set<Column>): void {
  const parts = lines.columns.filter(isPart);
  const hasAddress = parts.some(({ value }) => String(value).endsWith('.url'));
  if (hasAddress || parts.length === 0) return;
  lines.columns = lines.columns.filter((line) => !isPart(line));
  const dropped = new Set(parts.map(({ key }) => key));
  for (const column of used) if (dropped.has(column.name)) used.delete(column);
}

function isPart({ value }: { readonly value: unknown }): boolean {
  return [value].flat().some((field) => String(field).startsWith('data.attachments'));
}

/** Leaves out a reference to a table that is not read: its ids would be taken for ids of another table. */
function addWaiting(draft: TableDraft, { column, field }: FieldMatch, table: Table): void {
  draft.waitsFor.push({ field, table: table.name });
  draft.lacking.push(
    `${column.name} refers to the rows of ${table.label}: it becomes ${field} once these are read.`,
  );
}

const ANSWERS = 'answers to other messages can be kept in the metadata';

const FIRST_ATTACHMENT = 'data.attachments.0.';
const EACH_ATTACHMENT = 'data.attachments[*].';

function addField(
  draft: TableDraft,
  found: FieldMatch,
  used: Set<Column>,
  { whole, shared }: { readonly whole: Guess; readonly shared: readonly SharedIds[] },
): void {
  const match = checkSender(found, draft.guess.table);
  const { column, score, reason } = match;
  // All elements of a list are attachments.
  const isList = column.isRepeated || column.facts.hasSeveralAddresses;
  const isEach = isList && match.field.startsWith(FIRST_ATTACHMENT);
  const field = isEach ? match.field.replace(FIRST_ATTACHMENT, EACH_ATTACHMENT) : match.field;
  const source = isEach ? column.name.replace('[0]', '[*]') : column.name;
  const { kind } = draft;
  const isTime = kinds[kind].times.includes(field);
  const values =
    match.values !== undefined
      ? { rule: { values: match.values }, doubt: undefined }
      : convertsValues(kind, field)
        ? valuesFor(kind, field, column)
        : undefined;
  const base =
    column.facts.path > 0.5 && ['avatar', 'icon', 'data.attachments.0.url'].includes(match.field);
  const doubt =
    score < SURE && !isClock(match, kind)
      ? reason
      : base
        ? 'it holds addresses that are not complete'
        : (match.doubt ??
          values?.doubt ??
          doubtOf(kind, match, draft) ??
          doubtOfMessage(draft, column, whole) ??
          doubtOfUser(kind, match, shared) ??
          doubtOfGroup(draft, match, whole) ??
          whole.proofs.doubtOf(kind, match));
  const proposal =
    doubt === undefined || base
      ? undefined
      : draft.proposal(column.name, `${doubt}: ${samplesOf(column)}`);
  if (base) return addAddress(draft, { column, field, source }, used);
  if (proposal?.isAccepted !== false) used.add(column);
  // A column that `when` names is carried over only if it is listed.
  const isWritten = source !== field || draft.guess.table.when?.field === column.name;
  const isTextOfNumbers = column.hasNumbers && fields[kind][field]?.type === 'text';
  if (isWritten || isTextOfNumbers || proposal !== undefined)
    draft.add('columns', source, field, undefined, proposal);
  if (isTime) addTime(draft, field, column, proposal, used);
  if (values?.rule !== undefined) draft.add('convert', field, values.rule, undefined, proposal);
  if (column.isReference === true)
    draft.add(
      'convert',
      field,
      { match: ID_OF_REFERENCE },
      'the id of the document that it refers to',
      proposal,
    );
  if (column.escapes !== undefined) addReplacement(draft, field, column.escapes, proposal);
  if (field === 'text' && proposal?.isAccepted !== false) addMarkup(draft, column);
}

/** Adds the user who is blocked by the other user. */
function addBlocked(
  draft: TableDraft,
  { ends, than }: NonNullable<GuessedTable['other']>,
  used: Set<Column>,
): void {
  const rule = { other: ends.map(({ name }) => name), than: than.name };
  draft.add('convert', 'blocked', rule);
  for (const column of ends) used.add(column);
}

/** Proposes to keep the id of the message around a reply that is inside of it. */
function addParent(draft: TableDraft): void {
  const { nested, matches } = draft.guess;
  const muid = matches.find(({ field }) => field === 'muid')?.column;
  const isKnown = matches.some(({ field }) => field === 'data.metadata.parentMuid');
  if (nested === undefined || muid?.root === undefined || isKnown) return;
  draft.propose('columns', `$parent.${muid.name}`, 'data.metadata.parentMuid', ANSWERS, {
    name: 'parent',
  });
}

/** Proposes relative addresses, with a base address. */
function addAddress(
  draft: TableDraft,
  { column, field, source }: Pick<FieldMatch, 'column' | 'field'> & { readonly source: string },
  used: Set<Column>,
): void {
  const proposal = draft.propose('convert', field, { base: EXAMPLE_BASE }, whyIncomplete(column), {
    name: column.name,
    valueOf: (given) => ({ base: given }),
    example: EXAMPLE_BASE,
    isNeeded: true,
  });
  if (proposal.isAccepted) used.add(column);
  draft.add('columns', source, field, undefined, proposal);
}

/** Proposes to convert marked-up texts to plain text. */
function addMarkup(draft: TableDraft, column: Column): void {
  const { markup, values } = column.facts;
  if (markup.length === 0) return;
  const marked = [...values.keys()].filter((value) => /[<[*#]/.test(value));
  const note = `makes plain text of texts such as ${JSON.stringify(shortened(marked[0] ?? ''))}`;
  draft.propose('convert', 'text', { markup: markup.length === 1 ? markup[0] : markup }, note, {
    name: 'markup',
  });
}

/** The doubt about fields that are certain by name and values, and still may be wrong or harmful. */
function doubtOf(
  kind: InputKind,
  { field, column }: FieldMatch,
  draft: TableDraft,
): string | undefined {
  if (field === 'data.metadata.parentMuid') return ANSWERS;
  if (isClock({ field, column }, kind)) return 'it holds the time of day only';
  if (/incoming|outgoing/i.test(column.name))
    return 'its name does not say for whom the message comes in or goes out';
  const hasFiles = draft.guess.matches.some((each) => each.field.startsWith('data.attachments'));
  if (kind === 'messages' && field === 'type' && !hasFiles)
    return 'the type follows from the text and the attachments';
  if (kind === 'users' && field === 'role') return 'roles have to exist in the app';
  if (field === 'data.attachments.0.size' && conceptsOf(column.label).unknown.length > 0)
    return 'sizes are in bytes';
  if (field === 'deactivatedAt' && hasConcept(column.label, 'created'))
    return 'it may be a time of creation';
  return undefined;
}

function isClock(
  { field, column }: Pick<FieldMatch, 'field' | 'column'>,
  kind: InputKind,
): boolean {
  return kinds[kind].times.includes(field) && column.facts.time?.parts === 'clock';
}
