import { idHash, type Kind, kinds, limits } from '@chatferry/contract';
import { GapWorthReading } from '../comparing/part/gap-worth-reading.ts';
import { IdHashes } from '../comparing/id-hashes.ts';
import { plannedRecords } from '../comparing/planned-records.ts';
import type { MessageIdStore, WantedSpan, WantedMessage } from '../ledger/message-id-store.ts';
import { type RecordRow, recordRow } from '../routes/record-row.ts';
import { hasOpenWork, laneStarts, openWork } from '../sending/open-work.ts';
import type { StepPorts } from '../sending/step-ports.ts';

/** How far the clocks of the service and of this machine may be apart. */
const CLOCKS_APART_S = 10 * 60;

type Ports = Pick<StepPorts, 'plan' | 'ledger' | 'settings' | 'app' | 'clock' | 'stopController'>;

/**
 * Reads the ids of the messages that records of a kind belong to into the ledger, before the records are sent. Only pages
 * around these messages are read, each once: a killed run resumes after the last page that it stored. Takes
 * 8 bytes of memory for each record of the kind.
 */
export async function readMessageIds(kind: Kind, ports: Ports): Promise<void> {
  if (kinds[kind].ofMessage === undefined || !(await hasOpenWork(kind, ports))) return;
  if (kinds[kind].changes !== undefined) {
    // Most messages are listed at the time that the change states, so neither the plan nor earlier jobs are searched for them.
    await wantOwn(kind, ports, 'at-its-time');
    await readWanted(ports);
    if (await areAllKnown(kind, ports)) return;
  }
  const wanted = await muidsOf(kind, ports);
  await wantMessagesOf(wanted, ports);
  await readWanted(ports);
  await wantLandedLater(wanted, ports);
  if (kinds[kind].changes !== undefined) await wantOwn(kind, ports, 'later');
  await readWanted(ports);
}

/** Wants the messages that changes name. @param when at their time of sending, or at any later time, as if they were sent live */
async function wantOwn(kind: Kind, ports: Ports, when: 'at-its-time' | 'later'): Promise<void> {
  const { ledger } = ports;
  const now = soon(ports);
  const field = kinds[kind].ofMessage!;
  let wanted: WantedMessage[] = [];
  for await (const records of openRecords(kind, ports)) {
    for (const record of records) {
      const { [field]: muid, sentAt } = record as { [key: string]: unknown; sentAt?: number };
      const from = sentAt ?? 0;
      if (when === 'later') wanted.push({ muid: muid as string, from, to: now });
      else if (sentAt !== undefined) wanted.push({ muid: muid as string, from, to: from });
    }
    if (wanted.length < limits.pageSize) continue;
    await ledger.messageIds.want(wanted);
    wanted = [];
  }
  await ledger.messageIds.want(wanted);
}

async function readWanted({ ledger: { messageIds }, app }: Ports): Promise<void> {
  const gap = new GapWorthReading();
  for (;;) {
    const span = await messageIds.nextToRead(gap.longestS);
    if (span === undefined) return;
    await readSpan(span, messageIds, app.reader, gap);
  }
}

/** Finds wanted messages in the plan and among messages that landed before, with the times at which the service lists them. */
async function wantMessagesOf(wanted: IdHashes, ports: Ports): Promise<void> {
  const { plan, ledger, settings, stopController } = ports;
  const signal = stopController.finishing;
  for (const { muid, sentAt } of plan.landed.messages('messages'))
    if (wanted.has(muid)) await ledger.messageIds.want([{ muid, from: sentAt, to: sentAt }]);
  const now = soon(ports);
  for (const holder of ['messages', 'replies'] as const)
    for await (const records of plannedRecords({ plan, kind: holder, signal })) {
      const found = records.filter(({ id }) => wanted.has(id));
      if (found.length === 0) continue;
      // A message that was sent live has the time of sending.
      const isLive = holder === 'replies' || settings.routes.messages === 'chat';
      const begunAt = isLive ? (await ledger.batch(found[0]!.seq))?.begunAt : undefined;
      const messages = found.map(({ id, record }): WantedMessage => {
        const sentAt = record()['sentAt'] as number;
        return begunAt === undefined
          ? { muid: id, from: sentAt, to: sentAt }
          : { muid: id, from: Math.floor(begunAt / 1000) - CLOCKS_APART_S, to: now };
      });
      await ledger.messageIds.want(messages);
    }
}

/**
 * Wants messages of earlier jobs that are not listed at their time in the export. They were sent live, as all replies are, and
 * may have any later time.
 */
async function wantLandedLater(wanted: IdHashes, ports: Ports): Promise<void> {
  const { plan, ledger } = ports;
  const to = soon(ports);
  for (const sent of ['messages', 'replies'] as const)
    for (const { muid, sentAt: from } of plan.landed.messages(sent))
      if (wanted.has(muid) && (await ledger.messageIds.idOf(muid)) === undefined)
        await ledger.messageIds.want([{ muid, from, to }]);
}

/** A time in UNIX seconds that no message in the service has reached. */
function soon({ clock }: Pick<Ports, 'clock'>): number {
  return Math.ceil(clock.now() / 1000) + CLOCKS_APART_S;
}

async function muidsOf(kind: Kind, ports: Ports): Promise<IdHashes> {
  const hashes = new Float64Array(ports.plan.summary.kinds[kind].planned);
  const field = kinds[kind].ofMessage!;
  let count = 0;
  for await (const records of openRecords(kind, ports))
    for (const record of records) hashes[count++] = idHash(record[field] as string);
  return new IdHashes(hashes.subarray(0, count));
}

async function areAllKnown(kind: Kind, ports: Ports): Promise<boolean> {
  const field = kinds[kind].ofMessage!;
  for await (const records of openRecords(kind, ports))
    for (const record of records)
      if ((await ports.ledger.messageIds.idOf(record[field] as string)) === undefined) return false;
  return true;
}

/** The records of a kind in batches that are not settled, batch by batch. */
async function* openRecords(kind: Kind, ports: Ports): AsyncGenerator<RecordRow[]> {
  for (const start of await laneStarts(kind, ports))
    for await (const { batch } of openWork(kind, start, ports)) {
      ports.stopController.finishing.throwIfAborted();
      yield batch.ends.map((_, position) => recordRow(batch, position));
    }
}

/**
 * Reads a span up to its end, or until all wanted messages up to the time reached are found. A missing message is proved to be
 * missing in the service only when the whole span is read: messages may be listed in the order of their ids, where imported
 * messages follow later messages.
 */
async function readSpan(
  { from, to, muids }: WantedSpan,
  store: MessageIdStore,
  reader: Ports['app']['reader'],
  gap: GapWorthReading,
): Promise<void> {
  const query = {
    fromTimestamp: Math.max(from - 1, 0),
    toTimestamp: to + 1,
    limit: limits.pageSize,
  };
  let page: { muid: string; id: string }[] = [];
  let listed = 0;
  const left = new Set(muids);
  const readTo = (time: number): void =>
    gap.take(listed - (muids.length - left.size), time - from + 1);
  for await (const { muid, id, sentAt } of reader.list('messages.list', { query })) {
    listed++;
    if (muid !== undefined) page.push({ muid, id });
    // Reading to the end of the list would take another request.
    if (muid !== undefined && left.delete(muid) && left.size === 0) break;
    if (listed % limits.pageSize !== 0 || sentAt === undefined) continue;
    await store.take(page, from);
    page = [];
    const next = await store.nextToRead(gap.longestS);
    if (next === undefined || next.from > sentAt + 1) return readTo(sentAt);
  }
  readTo(to);
  await store.take(page, left.size === 0 ? from : to + 1);
}
