import type { Cursor } from '@chatferry/client';
import type { Row } from '@chatferry/contract';
import type { ExportContext } from './export-context.ts';
import { countOfReactions, exportedMessage, muidOf, whyLeftOut } from './exported-messages.ts';
import { hasValue, pairId } from './exported-people.ts';
import { FIRST_PASS } from './export-writer.ts';
import { isNotThere, type ListPosition, queryOf, readList } from './read-list.ts';
import { StepRun } from './step-run.ts';

/** Clocks differ, so a message that is written after a moment may get an earlier time. */
export const OVERLAP_S = 600;

/**
 * Reads the messages of the app from the oldest message on, or from ten minutes before a moment.
 *
 * @param since UNIX seconds
 */
export async function readMessages(context: ExportContext, since?: number): Promise<void> {
  const { client, signal, writer } = context;
  const step = new StepRun(context, 'messages');
  const from = step.position === null ? undefined : { cursor: JSON.parse(step.position) as Cursor };
  const query = {
    ...queryOf('messages'),
    ...(since === undefined ? {} : { affix: 'append', fromTimestamp: since - OVERLAP_S }),
  };
  const end = writer.now() / 1000;
  let [first, last]: (number | undefined)[] = [];
  await readList(
    { client, name: 'messages.list', query, from, signal },
    async (message) => {
      await takeMessage(context, message);
      if (writer.pass > FIRST_PASS && message['category'] === 'action')
        await readNoted(context, message);
      last = message['sentAt'] as number | undefined;
      first ??= last;
    },
    ({ read, next }) => {
      const share =
        first === undefined || last === undefined || end <= first
          ? undefined
          : Math.min((last - first) / (end - first), 1);
      step.pageDone(positionOf(next), read, share);
    },
  );
  step.end();
}

function positionOf(next: ListPosition | undefined): string | null {
  return next !== undefined && 'cursor' in next ? JSON.stringify(next.cursor) : null;
}

/** Reads a message again when a note of the service reports that it was edited or deleted. */
async function readNoted(context: ExportContext, note: Row): Promise<void> {
  const { client, signal } = context;
  const { entities } = (note['data'] ?? {}) as { entities?: { on?: { entity?: Row } } };
  const entity = entities?.on?.entity;
  const id = entity?.['id'];
  if (note['type'] !== 'message' || (typeof id !== 'string' && typeof id !== 'number')) return;
  try {
    const { data } = await client.call('messages.get', { path: { id: String(id) }, signal });
    await takeMessage(context, data);
  } catch (error) {
    if (!isNotThere(error)) throw error;
    removeMessage(context, Number(id));
    noteDeleted(context, { ...entity, id, deletedAt: note['sentAt'] });
  }
}

/** Writes a message, or records why it is not exported. */
export async function takeMessage(context: ExportContext, message: Row): Promise<void> {
  const { writer, named } = context;
  const seq = Number(message['id']);
  const cause = whyLeftOut(message);
  if (cause !== undefined) {
    if (cause === 'deleted') {
      removeMessage(context, seq);
      noteDeleted(context, message);
    }
    writer.leave('messages', String(message['id']), { cause, value: message });
    return;
  }
  const parent = hasValue(message['parentId'])
    ? await muidOfParent(context, message['parentId'] as string)
    : undefined;
  const muid = freeMuid(context, seq, muidOf(message));
  writer.put('messages', exportedMessage(message, muid, parent), seq);
  const reactions = countOfReactions(message);
  if (reactions > 0 || writer.pass > FIRST_PASS)
    writer.ledger.run('INSERT OR REPLACE INTO reacted VALUES (?, ?, ?)', seq, reactions, muid);
  named.note('users', message['sender']);
  named.note(message['receiverType'] === 'group' ? 'groups' : 'users', message['receiver']);
}

/** The muid under which a message is written. If another message has its muid, its number is added. */
function freeMuid({ writer }: ExportContext, seq: number, muid: string): string {
  const holder = writer.ledger.known('messages', muid);
  if (holder === undefined || holder.seq === seq) return muid;
  writer.leave('messages', String(seq), { cause: 'muid', field: 'muid', value: muid });
  return `${muid}-${seq}`;
}

/** The muid of the first message of a thread. In lists that are in the order of ids, this message may come after its replies. */
async function muidOfParent(context: ExportContext, id: string): Promise<string | undefined> {
  const { client, writer, signal } = context;
  const known = writer.ledger.knownAs('messages', Number(id));
  if (known !== undefined) return known.id;
  try {
    const { data } = await client.call('messages.get', { path: { id }, signal });
    if (whyLeftOut(data) !== undefined) return undefined;
    return muidOf(data);
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/** Removes a message that the app has deleted, with its reactions. */
function removeMessage({ writer }: ExportContext, seq: number): void {
  const known = writer.ledger.knownAs('messages', seq);
  if (known === undefined) return;
  writer.remove('messages', known.id);
  writer.ledger.run('DELETE FROM reacted WHERE seq = ?', seq);
  for (const id of reactionsOf({ writer }, known.id)) writer.remove('reactions', id);
}

/** Notes a deleted message for a way back. */
function noteDeleted({ writer }: ExportContext, { id, muid, deletedAt }: Row): void {
  if (!writer.isWayBack) return;
  const at = typeof deletedAt === 'number' ? deletedAt : null;
  const known = typeof muid === 'string' ? muid : null;
  writer.ledger.run('INSERT OR IGNORE INTO deleted VALUES (?, ?, ?, 0)', Number(id), known, at);
}

/** The ids of the reactions to a message: they begin with its muid and a blank. */
export function reactionsOf(
  { writer }: Pick<ExportContext, 'writer'>,
  muid: string,
): readonly string[] {
  const first = pairId(muid, '');
  return writer.ledger
    .all('SELECT id FROM reactions WHERE id >= ? AND id < ?', first, `${muid}!`)
    .map(({ id }) => id as string)
    .filter((id) => id.slice(first.length).split(' ').length === 2);
}
