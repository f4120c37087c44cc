import {
  type ContestedIds,
  hasReference,
  type IdRule,
  isObject,
  isReferredKind,
  type Kind,
  kinds,
  type Reference,
  type ReferredKind,
  type Row,
  serviceId,
} from '@chatferry/contract';
import { changeParent } from './threads.ts';

/** Called with each id that was changed. */
type OnRename = (kind: Kind, from: string, to: string) => void;

/** The new form of an id, or the same id. */
export type ChangeId = (kind: Kind, id: string) => string;

const mention = /<@uid:([^>]+)>/g;
const inServiceForm = /^[a-z0-9_-]{1,100}$/;

/** Maximum number of new ids that are kept in memory: most messages refer to the same few users and groups. */
const REMEMBERED = 20_000;

/** The rules for changing ids. */
export interface IdRules {
  /** `keep` rejects ids that are not in the service's form; any other rule gives ids the form of `serviceId`. */
  readonly ids: 'keep' | IdRule;
  /** Put before every uid and guid. */
  readonly idPrefix?: string;
  /** Put before every message id. */
  readonly muidPrefix?: string;
}

/** The function that applies the rules; undefined when they change no id. */
export function idChange({ ids, idPrefix = '', muidPrefix = '' }: IdRules): ChangeId | undefined {
  if (ids === 'keep' && idPrefix === '' && muidPrefix === '') return undefined;
  const known = new Map<string, string>();
  const inForm = (id: string, rule: IdRule): string => {
    // Most ids have the service's form. Testing an id takes less time than looking up a text that a row has just created.
    if (inServiceForm.test(id)) return id;
    let to = known.get(id);
    if (to === undefined) {
      if (known.size === REMEMBERED) known.clear();
      known.set(id, (to = serviceId(id, rule)));
    }
    return to;
  };
  return (kind, id) => {
    const { hasFreeIds, hasSharedIds } = kinds[kind];
    if (hasFreeIds === true) return muidPrefix + id;
    const prefixed = hasSharedIds === true ? id : idPrefix + id;
    return ids === 'keep' ? prefixed : inForm(prefixed, ids);
  };
}

/**
 * Changes the ids of a row: its own id and all ids that it refers to, including mentions in its text. Changes the row in place, but
 * replaces `mentionedUserDetails` by a new object.
 *
 * @returns whether anything changed
 */
export function changeIds(kind: Kind, row: Row, changer: IdChanger): boolean {
  const changed = changeOwnIds(kind, row, changer);
  return changeIdsInside(kind, row, changer) || changed;
}

/** As `changeIds`, without the users and groups inside of the row and without mentions. */
export function changeOwnIds(kind: Kind, row: Row, changer: IdChanger): boolean {
  const { key, references, hasFreeIds, ofMessage, lanes } = kinds[kind];
  const keyFollows = hasFollowingKey(kind, row);

  const hasOwnId = hasFreeIds === true || isReferredKind(kind);
  let changed = hasOwnId && changeId(row, key, kind, changer);
  for (const reference of references)
    if (hasReference(reference, row) && changeReference(row, reference, '', changer))
      changed = true;
  if (lanes === 'conversation' && changeParentId(row, changer)) changed = true;
  if (ofMessage !== undefined && changeId(row, ofMessage, 'messages', changer)) changed = true;
  if (changed && keyFollows) fillInKey(kind, row);
  return changed;
}

/** As `changeIds`, for the users and groups inside of the row and for mentions only. */
export function changeIdsInside(kind: Kind, row: Row, changer: IdChanger): boolean {
  const { inlineRecords = {}, hasMentions } = kinds[kind];
  let changed = false;
  for (const field in inlineRecords)
    if (changeInlineRecord(row[field], inlineRecords[field]!, `${field}.`, changer)) changed = true;
  if (hasMentions === true && changeMentions(row, changer)) changed = true;
  return changed;
}

/** How the ids of rows are changed. */
export interface IdChanger {
  readonly change: ChangeId;
  readonly onRename: OnRename;
  /** Ids that belong to other records. `onNamed` is called with each such id in a row, and with the id's field. */
  readonly contested?: {
    readonly ids: ContestedIds;
    readonly onNamed: (field: string, id: string) => void;
  };
}

/** Whether the row has a key that follows from its other fields. */
function hasFollowingKey(kind: Kind, row: Row): boolean {
  const { key, filledIn } = kinds[kind];
  const given = row[key];
  if (given === undefined || filledIn?.includes(key) !== true) return false;
  const copy = { ...row };
  fillInKey(kind, copy);
  return copy[key] === given;
}

function fillInKey(kind: Kind, row: Row): void {
  const { key, complete } = kinds[kind];
  row[key] = undefined;
  complete?.(row);
}

function changeId(holder: Row, field: string, of: Kind, { change, onRename }: IdChanger): boolean {
  const id = holder[field];
  if (typeof id !== 'string' || id === '') return false;
  const to = change(of, id);
  if (to === id) return false;
  holder[field] = to;
  onRename(of, id, to);
  return true;
}

function changeParentId(message: Row, { change, onRename }: IdChanger): boolean {
  return changeParent(message, (muid) => {
    const to = change('messages', muid);
    if (to !== muid) onRename('messages', muid, to);
    return to;
  });
}

function checkNamed(of: Kind, id: unknown, field: string, { change, contested }: IdChanger): void {
  const ids = contested?.ids[of];
  if (ids === undefined || typeof id !== 'string') return;
  if (ids.get(change(of, id))?.includes(id) === false) contested!.onNamed(field, id);
}

/** @param path of the holder, with a dot at its end */
function changeReference(
  holder: Row,
  { field, to }: Reference,
  path: string,
  changer: IdChanger,
): boolean {
  const id = holder[field];
  checkNamed(to, id, path + field, changer);
  return changeId(holder, field, to, changer);
}

function changeInlineRecord(
  inline: unknown,
  of: ReferredKind,
  path: string,
  changer: IdChanger,
): boolean {
  if (!isObject(inline)) return false;
  let changed = changeId(inline, kinds[of].key, of, changer);
  for (const reference of kinds[of].references)
    if (changeReference(inline, reference, path, changer)) changed = true;
  return changed;
}

function changeMentions(row: Row, changer: IdChanger): boolean {
  let changed = false;
  const changedId = (id: string): string => {
    checkNamed('users', id, 'data.text', changer);
    const to = changer.change('users', id);
    if (to !== id) {
      changer.onRename('users', id, to);
      changed = true;
    }
    return to;
  };
  const withChangedIds = (user: Row): Row => {
    const copy = { ...user };
    if (changeInlineRecord(copy, 'users', 'mentionedUserDetails.', changer)) changed = true;
    return copy;
  };
  const { data, mentionedUserDetails: mentioned } = row;
  if (isObject(data) && typeof data['text'] === 'string' && data['text'].includes('<@uid:'))
    data['text'] = data['text'].replaceAll(mention, (_, id: string) => `<@uid:${changedId(id)}>`);
  if (!isObject(mentioned)) return changed;
  // A hash table: as a plain object, each user would create a new hidden class of objects.
  const details = Object.create(null) as Row;
  for (const uid of Object.keys(mentioned)) {
    const user = mentioned[uid];
    details[changedId(uid)] = isObject(user) ? withChangedIds(user) : user;
  }
  row['mentionedUserDetails'] = details;
  return changed;
}
