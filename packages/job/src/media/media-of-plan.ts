import { eachDetails, isObject, type Kind, type Row, signedAddress } from '@chatferry/contract';
import type { MediaKind, MediaSource } from '@chatferry/media';
import { type Batch, openPlan } from '@chatferry/planner';

/** The kinds whose records point to files. */
const kinds: readonly Kind[] = ['users', 'groups', 'members', 'messages'];

const pointing = ['"avatar":"', '"icon":"', '"attachments":[{'].map((each) => Buffer.from(each));

/** The files that the records of a plan point to. Signatures that planning removed are absent. */
export function* mediaOfPlan(path: string): Generator<MediaSource> {
  using plan = openPlan(path);
  for (const kind of kinds)
    for (let lane = 0; lane < plan.lanes; lane++)
      for (const batch of plan.batches(kind, lane))
        // Most batches of messages point to no file.
        if (pointing.some((each) => bytesOf(batch).includes(each)))
          yield* mediaOfBatch(kind, batch);
}

function bytesOf({ body }: Batch): Buffer {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function* mediaOfBatch(kind: Kind, batch: Batch): Generator<MediaSource> {
  const records = JSON.parse(bytesOf(batch).toString()) as Record<string, unknown>;
  for (const some of Object.values(records))
    for (const record of Object.values(some as Row))
      if (isObject(record)) yield* mediaOfRecord(kind, record);
}

/** The files that a record points to. */
export function* mediaOfRecord(kind: Kind, record: Row): Generator<MediaSource> {
  const found: MediaSource[] = [];
  const add = (url: unknown, as: MediaKind, more: Partial<MediaSource> = {}): void => {
    const source = mediaSource(url, as, more);
    if (source !== undefined) found.push(source);
  };
  if (kind === 'users') add(record['avatar'], 'avatar');
  if (kind === 'groups') add(record['icon'], 'icon');
  eachDetails(kind, record, (details, of) =>
    of === 'groups' ? add(details['icon'], 'icon') : add(details['avatar'], 'avatar'),
  );
  const { data, sentAt } = record;
  if (!isObject(data)) return yield* found;
  for (const each of Array.isArray(data['attachments']) ? data['attachments'] : [])
    if (isObject(each))
      add(each['url'], 'attachment', {
        name: text(each['name']),
        mimeType: text(each['mimeType']),
        at: typeof sentAt === 'number' ? sentAt : undefined,
      });
  // Media messages may have the address of their first file a second time, next to the attachments.
  const alone = mediaSource(data['url'], 'attachment');
  if (alone !== undefined && found.every(({ key }) => key !== alone.key)) found.push(alone);
  yield* found;
}

/** A file at a web address; undefined for any other value. */
export function mediaSource(
  url: unknown,
  kind: MediaKind,
  more: Partial<MediaSource> = {},
): MediaSource | undefined {
  const signed = typeof url === 'string' ? signedAddress(url) : undefined;
  return signed && { key: signed.key, from: { url: url as string }, kind, ...more };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
