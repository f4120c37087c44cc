import { idHash, type KindDefinition, kinds } from '@chatferry/contract';
import { type HeldSource, LISTS_AT_ONCE, type OnHeld, readIfThere } from './held-list.ts';
import { IdHashes } from './id-hashes.ts';

/** How records that belong to messages are listed: a list for each message. */
type MessageList = Extract<KindDefinition['list'], { readonly ofMessages: object }>;

/** Reads the records of the messages that planned records name. A list of the service shows which messages have such records. */
export async function readOfMessages(
  source: HeldSource,
  { operation, ofMessages }: MessageList,
  onHeld: OnHeld,
): Promise<void> {
  const { client, kind, signal } = source;
  const { key, complete, ofMessage } = kinds[kind];
  const messages = (await knownMessages(source)) ?? listedMessages(source, ofMessages);
  const reader = async (): Promise<void> => {
    for (;;) {
      const next = await messages.next();
      if (next.done === true) return;
      const { id, muid } = next.value;
      await readIfThere(client.list(operation, { path: { id }, signal }), (held) => {
        const row: Record<string, unknown> = { ...held, [ofMessage!]: muid };
        delete row[key];
        complete!(row);
        return onHeld(row[key] as string | undefined, held);
      });
    }
  };
  await Promise.all(Array.from({ length: LISTS_AT_ONCE }, reader));
}

interface MessageId {
  readonly muid: string;
  readonly id: string;
}

/** The messages of the planned records that the service lists as having such records. */
async function* listedMessages(
  source: HeldSource,
  query: MessageList['ofMessages'],
): AsyncGenerator<MessageId, void> {
  const named = await namedMessages(source);
  const { client, signal } = source;
  for await (const { id, muid } of client.list('messages.list', { query, signal }))
    if (muid !== undefined && named.has(muid)) yield { muid, id };
}

/** The messages of the planned records; `undefined` unless the ids of all these messages are known. */
async function knownMessages({
  kind,
  records,
  part,
}: HeldSource): Promise<Iterator<MessageId, void> | undefined> {
  if (part === undefined) return undefined;
  const ids = new Map<string, MessageId>();
  for await (const batch of records())
    for (const { record } of batch) {
      const muid = record()[kinds[kind].ofMessage!] as string;
      const id = part.messageIdOf(muid);
      if (id === undefined) return undefined;
      if (id !== '') ids.set(muid, { muid, id });
    }
  return ids.values();
}

/** The hashes of the muids of the planned records' messages. */
async function namedMessages({
  kind,
  records,
}: Pick<HeldSource, 'kind' | 'records'>): Promise<IdHashes> {
  const field = kinds[kind].ofMessage!;
  const hashes: number[] = [];
  for await (const batch of records())
    for (const { record } of batch) hashes.push(idHash(record()[field] as string));
  return new IdHashes(Float64Array.from(hashes));
}
