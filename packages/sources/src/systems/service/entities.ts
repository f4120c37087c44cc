import { isObject, type Row } from '@chatferry/contract';
import type { JsonBeginning } from '../../reading/json-beginning.ts';
import type { JsonFile } from '../../reading/json-files.ts';
import { parsedLine } from '../../reading/lines.ts';
import { decoded } from '../../reading/values.ts';
import { type JsonEntity, objectOrText } from '../../reading/json-entity.ts';

export type EntityKind =
  | 'user'
  | 'group'
  | 'member'
  | 'banned'
  | 'friend'
  | 'blocked'
  | 'message'
  | 'reaction'
  | 'role'
  | 'conversation'
  | 'secret'
  | 'other';

/** A record of a list. */
export interface Entity extends JsonEntity<EntityKind> {
  /** The owner of the list: the group of members, or the user of friends and blocked users. */
  readonly of?: string | undefined;
}

/** Lists of users that belong to another record, by the last part of their path in the API. */
const ownedLists: Readonly<Record<string, EntityKind>> = {
  members: 'member',
  bannedusers: 'banned',
  friends: 'friend',
  blockedusers: 'blocked',
};

interface Owner {
  readonly kind: EntityKind;
  readonly of: string;
}

const pathOfList =
  /(?:^|\/)(?:groups|users)\/([^/]+)\/(members|bannedusers|friends|blockedusers)(?=[/._-]|$)/;

/** The owner of a list, by the path of its file: `groups/GUID/members-2.json`, as in the API. */
function ownerOf(name: string): Owner | undefined {
  const [, of, list] = pathOfList.exec(name) ?? [];
  if (of === undefined || list === undefined) return undefined;
  return { kind: ownedLists[list]!, of: decoded(of) };
}

/** The kind of a record, by its fields. */
export function kindOf(value: Row): EntityKind {
  const has = (...names: readonly string[]): boolean => names.every((name) => name in value);
  if (has('authToken', 'apiKey') || has('apiKey') || (has('authToken') && !has('name')))
    return 'secret';
  if (has('id', 'sender', 'receiverType', 'receiver')) return 'message';
  if (has('messageId', 'reaction', 'uid')) return 'reaction';
  if (has('conversationId', 'conversationType')) return 'conversation';
  if (has('guid', 'name', 'type')) return 'group';
  if (has('uid', 'name')) return 'user';
  return has('role', 'name') ? 'role' : 'other';
}

/** The elements of a document that is a page of a list; undefined for any other document. */
export function pageIn({ value }: JsonBeginning): readonly unknown[] | undefined {
  if (!isObject(value) || !isObject(value['meta'])) return undefined;
  const { data } = value;
  // Lists may be objects whose keys are numbers.
  return Array.isArray(data) || isObject(data) ? Object.values(data) : undefined;
}

/** The records of a file, in batches. */
export async function* entitiesIn(file: JsonFile): AsyncGenerator<readonly Entity[]> {
  const { beginning } = file;
  if (beginning === undefined) return;
  const { value, isLines } = beginning;
  const data = isObject(value) ? value['data'] : undefined;
  const owner = ownerOf(file.entry.name);
  if (!isLines && typeof data === 'object' && data !== null) {
    const isOne = isObject(data) && kindOf(data) !== 'other';
    for await (const parts of file.parts(isOne ? ['data'] : ['data[*]', 'data.*']))
      yield parts.map((part) => entityOf(part.value, part.broken, file.file, part.line, owner));
  } else if (Array.isArray(value))
    for await (const parts of file.parts(['[*]']))
      yield parts.map((part) => entityOf(part.value, part.broken, file.file, part.line, owner));
  else
    for await (const lines of file.lines())
      yield lines.map(({ text, number }) => {
        const line = parsedLine(text);
        return entityOf(line.value, line.broken, file.file, number, owner);
      });
}

function entityOf(
  value: unknown,
  broken: string | undefined,
  file: string,
  line: number,
  owner: Owner | undefined,
): Entity {
  const place = { file, line };
  if (!isObject(value)) return { kind: 'other', place, ...objectOrText(value, broken) };
  const kind = kindOf(value);
  if (kind !== 'user') return { kind, value, place };
  if (owner !== undefined) return { kind: owner.kind, value, place, of: owner.of };
  return { kind: 'scope' in value ? 'member' : 'user', value, place };
}
