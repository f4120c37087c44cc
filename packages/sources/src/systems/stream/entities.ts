import { isObject, type Row } from '@chatferry/contract';
import { firstObject, type JsonBeginning } from '../../reading/json-beginning.ts';
import type { JsonFile, JsonPart } from '../../reading/json-files.ts';
import { parsedLine } from '../../reading/lines.ts';
import { entryOf, objects } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import { ownChannelId } from './ids.ts';
import { type JsonEntity, objectOrText } from '../../reading/json-entity.ts';

export type EntityKind =
  | 'user'
  | 'channel'
  | 'member'
  | 'message'
  | 'reaction'
  | 'device'
  | 'ban'
  | 'other';

export interface Entity extends JsonEntity<EntityKind> {
  /** Id of the channel whose export contains the record. */
  readonly channel?: string | undefined;
}

/** Types of the records of imports, in older and newer forms. */
const kinds: Readonly<Record<string, EntityKind>> = {
  user: 'user',
  channel: 'channel',
  member: 'member',
  channel_member: 'member',
  message: 'message',
  reaction: 'reaction',
  device: 'device',
  future_channel_ban: 'ban',
};

/** The object of an import record: `item` in older files, `data` in newer files. */
export function importedRecord({
  type,
  item,
  data,
}: Row): { readonly kind: EntityKind; readonly value: Row } | undefined {
  const kind = entryOf(kinds, type);
  const value = isObject(item) ? item : data;
  return kind !== undefined && isObject(value) ? { kind, value } : undefined;
}

/** Whether an object is the export of a channel: the channel, its members and its messages. */
export function isChannelExport(value: Row): boolean {
  const { channel, messages, members } = value;
  return isObject(channel) && (Array.isArray(messages) || Array.isArray(members));
}

/** The kind of an object of the API, by its fields. */
function kindOf(value: Row): EntityKind {
  const has = (name: string): boolean => name in value;
  if (has('message_id') && has('user_id')) return 'reaction';
  if (has('cid') || has('channel_cid'))
    return has('text') || has('attachments') ? 'message' : 'channel';
  if (has('user_id') && (has('channel_role') || has('role'))) return 'member';
  return has('id') && has('role') ? 'user' : 'other';
}

/** The records of a file, in batches. */
export async function* entitiesIn(file: JsonFile): AsyncGenerator<readonly Entity[]> {
  const { beginning } = file;
  if (beginning === undefined) return;
  const prefix = beginning.isLines ? undefined : prefixOf(beginning);
  if (prefix !== undefined) yield* partsOfChannels(file, prefix);
  else if (Array.isArray(beginning.value))
    for await (const parts of file.parts(['[*]']))
      yield parts.flatMap((part) => entitiesOf(part, { file: file.file, line: part.line }));
  else
    for await (const lines of file.lines())
      yield lines.flatMap(({ text: json, number }) =>
        entitiesOf(parsedLine(json), { file: file.file, line: number }),
      );
}

/** The path to the exports of channels in a document; undefined for other lists of records. */
function prefixOf(beginning: JsonBeginning): string | undefined {
  const { value } = beginning;
  if (Array.isArray(value))
    return isChannelExport(firstObject(beginning) ?? {}) ? '[*].' : undefined;
  if (!isObject(value) || importedRecord(value) !== undefined) return undefined;
  if (Array.isArray(value['channels'])) return 'channels[*].';
  return ['channel', 'messages', 'members', 'users', 'reactions'].some((key) => key in value)
    ? ''
    : undefined;
}

const listKinds: Readonly<Record<string, EntityKind>> = {
  channel: 'channel',
  'members[*]': 'member',
  'messages[*]': 'message',
  user: 'user',
  'users[*]': 'user',
  'reactions[*]': 'reaction',
};

async function* partsOfChannels(file: JsonFile, prefix: string): AsyncGenerator<readonly Entity[]> {
  const lists = Object.keys(listKinds);
  const ids = new Map<number, string | undefined>();
  /** Records that came before their channel. */
  const waiting: (Entity & { readonly within: number })[] = [];
  for await (const parts of file.parts(lists.map((list) => prefix + list))) {
    const batch: Entity[] = [];
    for (const { path, within, line, value, broken } of parts) {
      const list = path.slice(prefix.length);
      const kind = listKinds[list]!;
      const place = { file: `${file.file}/${list.replace('[*]', '')}`, line };
      const entity = { kind, place, ...objectOrText(value, broken) };
      if (kind === 'channel') ids.set(within, ownChannelId(entity.value));
      const needsChannel = kind === 'member' || kind === 'message';
      if (needsChannel && !ids.has(within)) waiting.push({ ...entity, within });
      else batch.push({ ...entity, channel: ids.get(within) });
    }
    const found = waiting.length > 0 && waiting.every(({ within }) => ids.has(within));
    if (found)
      batch.push(...waiting.splice(0).map((each) => ({ ...each, channel: ids.get(each.within) })));
    yield batch;
  }
  yield waiting;
}

/** The records of an element of a list, or of a line. */
function entitiesOf(
  { value, broken }: Pick<JsonPart, 'value' | 'broken'>,
  place: Place,
): readonly Entity[] {
  if (!isObject(value)) return [{ kind: 'other', place, ...objectOrText(value, broken) }];
  const imported = importedRecord(value);
  if (imported !== undefined) return [{ ...imported, place }];
  if (!isChannelExport(value)) {
    const kind = entryOf(kinds, value['type']);
    const inner = kind === undefined ? undefined : value[String(value['type'])];
    if (isObject(inner)) return [{ kind: kind!, value: inner, place }];
    return [{ kind: kind ?? kindOf(value), value, place }];
  }
  const channel = ownChannelId(value['channel'] as Row);
  const all = (kind: EntityKind, list: unknown): readonly Entity[] =>
    objects(list).map((each) => ({ kind, value: each, place, channel }));
  return [
    ...all('channel', [value['channel']]),
    ...all('member', value['members']),
    ...all('message', value['messages']),
  ];
}
