import { isObject, type Row } from '@chatferry/contract';
import type { JsonBeginning } from '../../reading/json-beginning.ts';
import type { JsonFile } from '../../reading/json-files.ts';
import { parsedLine } from '../../reading/lines.ts';
import { text } from '../../reading/values.ts';
import { importedChannel, importedMessage } from './import-files.ts';
import { type JsonEntity, objectOrText } from '../../reading/json-entity.ts';

export type EntityKind =
  | 'user'
  | 'channel'
  | 'open channel'
  | 'channel of messages'
  | 'message'
  | 'member'
  | 'operator'
  | 'banned'
  | 'muted'
  | 'other';

export interface Entity extends JsonEntity<EntityKind> {
  /** The channel that the file concerns. */
  readonly channel?: string | undefined;
}

/** The keys of documents, of data exports and of answers of the API. */
const lists: Readonly<Record<string, EntityKind>> = {
  channel: 'channel of messages',
  'messages[*]': 'message',
  'group_channels[*]': 'channel',
  'open_channels[*]': 'open channel',
  'channels[*]': 'channel',
  'active_users[*]': 'user',
  'deactivated_users[*]': 'user',
  'inactive_users[*]': 'user',
  'users[*]': 'user',
  'members[*]': 'member',
  'operators[*]': 'operator',
  'banned_list[*]': 'banned',
  'muted_list[*]': 'muted',
};

/** The keys of lists. */
export const listKeys: readonly string[] = Object.keys(lists)
  .filter((path) => path.endsWith('[*]'))
  .map((path) => path.slice(0, -3));

/** The kind of a record, by its fields. */
export function kindOf(value: Row): EntityKind {
  const has = (...names: readonly string[]): boolean => names.every((name) => name in value);
  if (has('message_id', 'channel_url')) return 'message';
  if (has('channel_url') && (has('cover_url') || has('is_distinct') || has('member_count')))
    return 'channel';
  if (has('channel_url') && has('participant_count')) return 'open channel';
  return has('user_id') && (has('nickname') || has('is_active')) ? 'user' : 'other';
}

/** The records of a file, in batches. */
export async function* entitiesIn(file: JsonFile): AsyncGenerator<readonly Entity[]> {
  const { beginning } = file;
  if (beginning === undefined) return;
  if (isDocument(beginning)) yield* partsOfDocument(file, beginning.value as Row);
  else if (Array.isArray(beginning.value))
    for await (const parts of file.parts(['[*]']))
      yield parts.flatMap(({ value, broken, line }) => entitiesOf(value, broken, file.file, line));
  else
    for await (const found of file.lines())
      yield found.flatMap(({ text: json, number }) => {
        const { value, broken } = parsedLine(json);
        return entitiesOf(value, broken, file.file, number);
      });
}

function isDocument({ isLines, value }: JsonBeginning): boolean {
  return !isLines && isObject(value) && listKeys.some((key) => Array.isArray(value[key]));
}

/** The records of an element of a list: one record, or a channel with its messages. */
function entitiesOf(
  value: unknown,
  broken: string | undefined,
  file: string,
  line: number,
): readonly Entity[] {
  const place = { file, line };
  if (!isObject(value)) return [{ kind: 'other', place, ...objectOrText(value, broken) }];
  const imported = importedChannel(value);
  if (imported === undefined) return [{ kind: kindOf(value), value, place }];
  const messages = imported.messages.map((each): Entity => ({
    kind: 'message',
    place,
    ...objectOrText(importedMessage(each, imported)),
  }));
  return [{ kind: 'channel', value: imported.channel, place }, ...messages];
}

/** Lists such as lists of members may name their channel only in a field of their own. */
async function* partsOfDocument(file: JsonFile, head: Row): AsyncGenerator<readonly Entity[]> {
  const channel = text(head['channel_url']);
  for await (const parts of file.parts(Object.keys(lists)))
    yield parts.map(({ path, line, value, broken }): Entity => {
      const place = { file: `${file.file}/${path.replace('[*]', '')}`, line };
      return { kind: lists[path]!, place, channel, ...objectOrText(value, broken) };
    });
}
