import type { Kind, Row } from '@chatferry/contract';
import type { WireRequest } from './wire-tap.ts';

/** What the answer to one request means for one record of it, read without any of our code. */
export interface Word {
  /** The mark that the ledger has when nothing more is heard of the record; `wait`: nothing follows from it. */
  readonly mark: 'c' | 'exists' | 'f' | 'u' | 'wait';
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** Whether the record may be in the service after this. */
  readonly mayHaveLanded: boolean;
}

/** The records of a request that writes: kind and ids, in the order sent. `undefined` for any other request. */
export function recordsOf({
  method,
  path,
  body,
}: WireRequest): { kind: Kind; ids: string[] } | undefined {
  const [, first, id, third] = path.split('/');
  const list = (name: string): string[] => body[name] as string[];
  if (method === 'GET') return undefined;
  if (first === 'data_import') return { kind: id as Kind, ids: Object.keys(body[id!] as object) };
  if (first === 'roles') return { kind: 'roles', ids: [body['role'] as string] };
  if (first === 'messages') return { kind: 'messages', ids: [body['muid'] as string] };
  if (first === 'groups' && method === 'PUT') return { kind: 'descriptions', ids: [id!] };
  if (third === 'friends')
    return {
      kind: 'friends',
      ids: list('accepted').map((other) => [id!, other].toSorted(codeUnits).join('_friend_')),
    };
  if (third === 'blockedusers')
    return { kind: 'blocks', ids: list('blockedUids').map((other) => `${id}_blocks_${other}`) };
  if (method === 'DELETE') return { kind: 'deactivations', ids: list('uidsToDeactivate') };
  return undefined;
}

function codeUnits(one: string, other: string): number {
  return one < other ? -1 : 1;
}

/** Codes with a meaning of their own; every other one refuses the record for good. */
const existing = /ALREADY_EXISTS$|ALREADY_JOINED$|ALREADY_FRIEND$/;
const passing = /^ERR_(OPERATION_FAILED|EXCEPTION|MISSION_FAILED|BAD_ERROR_RESPONSE)$/;
const stopping = /^AUTH_ERR|^ERR_(NO_VACANCY|SUBSCRIPTION_EXPIRED)$/;

/** What the answer says of each record, in the order sent. */
export function wordsOf(request: WireRequest, kind: Kind, ids: readonly string[]): Word[] {
  const { status = 0, answer } = request;
  const error = answer?.['error'] as Row | undefined;
  const data = answer?.['data'] as Row | Row[] | undefined;
  if (status >= 200 && status < 300) {
    if (data === undefined) return ids.map(() => ({ mark: 'u', mayHaveLanded: true }));
    return ids.map((id, index) => wordOnRecord(entryOf(data, kind, ids, id, index)));
  }
  const code = error?.['code'] as string | undefined;
  const message = error?.['message'] as string | undefined;
  const all = (mark: Word['mark'], mayHaveLanded: boolean): Word[] =>
    ids.map(() => ({ mark, code, message, mayHaveLanded }));
  if (status === 429) return all('wait', false);
  if (status === 0 || request.answeredAt === undefined) return all('u', true);
  if (code !== undefined && stopping.test(code)) return all('u', false);
  if (code?.startsWith('ERR_WS_') === true) return all('u', true);
  if (status >= 500 || (code !== undefined && passing.test(code))) return all('f', true);
  if (ids.length === 1 && code !== undefined && existing.test(code)) return all('exists', true);
  return all('f', false);
}

/** What the `data` of a good answer holds for a record. */
function entryOf(
  data: Row | Row[],
  kind: Kind,
  ids: readonly string[],
  id: string,
  index: number,
): unknown {
  if (Array.isArray(data))
    return data.length === ids.length
      ? data[index]
      : data.find((one) => idIn(one['data'] as Row | undefined, kind) === id);
  if (kind === 'friends') return (data['accepted'] as Row)[otherOf(id, data['accepted'] as Row)];
  if (kind === 'blocks') return data[id.split('_blocks_')[1]!];
  if (kind === 'deactivations') {
    const isIn = (list: string): boolean => (data[list] as string[]).includes(id);
    if (isIn('deactivatedUids')) return { success: true };
    if (isIn('alreadyDeactivatedUids')) return { error: { code: 'ERR_ALREADY_EXISTS' } };
    return isIn('notFound') ? { error: { code: 'ERR_UID_NOT_FOUND' } } : undefined;
  }
  if (['roles', 'descriptions'].includes(kind)) return { success: true };
  return data[id];
}

/** The id of an entity in a list that omits records. */
function idIn(entity: Row | undefined, kind: Kind): unknown {
  const row = (entity?.['data'] ?? entity ?? {}) as Row;
  if (kind === 'members') return `${String(row['guid'])}_member_${String(row['uid'])}`;
  const key = { users: 'uid', groups: 'guid', messages: 'muid' }[kind as 'users'];
  return entity?.[key] ?? row[key];
}

function otherOf(id: string, listed: Row): string {
  return id.split('_friend_').find((uid) => uid in listed) ?? '';
}

function wordOnRecord(entry: unknown): Word {
  if (typeof entry !== 'object' || entry === null)
    return { mark: 'u', code: 'NOT_MENTIONED', mayHaveLanded: true };
  const { success, error } = entry as { success?: boolean; error?: Row };
  if (success === true) return { mark: 'c', mayHaveLanded: true };
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === undefined) return { mark: 'u', code: 'NOT_MENTIONED', mayHaveLanded: true };
  const said = { code, message, mayHaveLanded: passing.test(code) || code.startsWith('ERR_WS_') };
  if (existing.test(code)) return { ...said, mark: 'exists' };
  if (code === 'ERR_TOO_MANY_REQUESTS') return { ...said, mark: 'wait' };
  if (code.startsWith('ERR_WS_')) return { ...said, mark: 'u' };
  if (stopping.test(code)) return { ...said, mark: 'u' };
  return { ...said, mark: 'f' };
}
