import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createInterface } from 'node:readline';
import { isObject, type Row } from '@chatferry/contract';
import { readRows } from '@chatferry/parsers';
import type { Archive, Entry } from '../archive/archive.ts';
import { object, objects, text, texts } from '../reading/values.ts';
import type { ExportRows, Place } from '../rows/export-rows.ts';
import { MessageStore } from './message-store.ts';
import type { SlackOptions } from './options.ts';
import { leaveOutFiles, uploadsIn } from './other-files.ts';

const chunkFile = /(?:^|\/)[^/]+\.json\.gz$/;
const dumpFile = /^([CDG][A-Z0-9]{6,})(?:-[\d.]+)?\.json$/;

/** Answers of the API, one a line, compressed. */
export function chunkFilesIn({ entries }: Pick<Archive, 'entries'>): readonly Entry[] {
  return entries.filter(({ name }) => chunkFile.test(name));
}

/** Conversations, one a file, with the replies in the first messages of threads. */
export function dumpFilesIn({ entries }: Pick<Archive, 'entries'>): readonly Entry[] {
  return entries.filter(({ name }) => dumpFile.test(name));
}

/** Whether the first line of a file has the fields of slackdump's chunks. */
export async function isChunkFile(archive: Archive, entry: Entry): Promise<boolean> {
  try {
    for await (const line of linesOf(archive, entry)) {
      const chunk: unknown = JSON.parse(line);
      return isObject(chunk) && typeof chunk['t'] === 'number' && typeof chunk['ts'] === 'number';
    }
  } catch {
    // What cannot be unpacked or parsed is something else.
  }
  return false;
}

/** Whether the beginning of a file has the fields of slackdump's dumps. */
export async function isDumpFile(archive: Archive, entry: Entry): Promise<boolean> {
  for await (const piece of archive.piecesOf(entry))
    return /^\s*\{\s*"(?:channel_id|name)"/.test(Buffer.from(piece).toString('utf8', 0, 200));
  return false;
}

/** The name of the conversation of a dump, which is before its messages. */
async function nameIn(archive: Archive, entry: Entry): Promise<string | undefined> {
  for await (const piece of archive.piecesOf(entry)) {
    const [head] = Buffer.from(piece).toString('utf8', 0, 2000).split('"messages"');
    const json = /"name"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head!)?.[1];
    return json === undefined ? undefined : text(JSON.parse(json));
  }
  return undefined;
}

interface RecordedRow extends Place {
  readonly data: string;
}

/** Reads the files that slackdump writes when it does not write an export: chunks or dumps. */
export async function readFiles(
  archive: Archive,
  options: SlackOptions,
  out: ExportRows,
): Promise<void> {
  using store = new MessageStore(out.workFile('messages'));
  const found: FoundRecords = { store, users: new Map(), channels: new Map(), members: new Map() };
  const [chunks, dumps] = [chunkFilesIn(archive), dumpFilesIn(archive)];
  for (const entry of chunks) await readChunks(archive, entry, found);
  for (const entry of dumps) await readDump(archive, entry, found);
  const read = new Set([...chunks, ...dumps]);
  const others = archive.entries.filter((entry) => !read.has(entry));
  const { writeRecording } = await import('./write-recording.ts');
  writeRecording(
    {
      self: found.self,
      users: found.users.values(),
      channels: found.channels.values(),
      members: found.members.values(),
      messages: () => store.inOrder(),
      recordings: store.messages,
      uploads: uploadsIn(others),
    },
    options,
    out,
  );
  leaveOutFiles(archive, others, out);
}

interface FoundRecords {
  readonly store: MessageStore;
  self?: string | undefined;
  /** By id; of several recordings the last one counts. */
  readonly users: Map<string, RecordedRow>;
  readonly channels: Map<string, RecordedRow>;
  readonly members: Map<string, { readonly channel: string; readonly user: string }>;
}

async function readChunks(archive: Archive, entry: Entry, found: FoundRecords): Promise<void> {
  const file = archive.placeOf(entry);
  let line = 0;
  for await (const json of linesOf(archive, entry)) {
    line++;
    const chunk = object(JSON.parse(json));
    const place = { file, line };
    const channel = text(chunk['id']) ?? '';
    for (const message of objects(chunk['m'])) addMessage(found.store, channel, message, place);
    for (const user of objects(chunk['u'])) addTo(found.users, user, place);
    for (const each of [...objects(chunk['ch']), ...objects([chunk['ci']])])
      addTo(found.channels, each, place);
    for (const user of texts(chunk['cu']))
      found.members.set(`${channel} ${user}`, { channel, user });
    found.self ??= text(object(chunk['w'])['user_id']);
  }
}

async function readDump(archive: Archive, entry: Entry, found: FoundRecords): Promise<void> {
  const file = archive.placeOf(entry);
  const [, channel = ''] = dumpFile.exec(entry.name) ?? [];
  if (!found.channels.has(channel))
    found.channels.set(channel, {
      file,
      line: 1,
      data: JSON.stringify({ id: channel, name: await nameIn(archive, entry), is_private: true }),
    });
  const bytes = archive.piecesOf(entry);
  const mapping = { rows: 'messages[*]' };
  let line = 0;
  for await (const row of readRows({ file, kind: 'messages', format: 'json', bytes, mapping })) {
    line++;
    const place = { file, line };
    if (!('row' in row)) {
      found.store.add(`broken ${line}`, { channel, ...place, data: row.text });
      continue;
    }
    const { slackdump_thread_replies: replies, ...message } = row.row;
    addMessage(found.store, channel, message, place);
    for (const reply of objects(replies)) addMessage(found.store, channel, reply, place);
  }
}

function addMessage(store: MessageStore, channel: string, message: Row, place: Place): void {
  const ts = text(message['ts']) ?? `missing ${place.line}`;
  store.add(ts, { channel, ...place, data: JSON.stringify(message) });
}

function addTo(records: Map<string, RecordedRow>, row: Row, place: Place): void {
  const id = text(row['id']);
  if (id !== undefined) records.set(id, { ...place, data: JSON.stringify(row) });
}

async function* linesOf(archive: Archive, entry: Entry): AsyncGenerator<string> {
  const packed = Readable.from(archive.piecesOf(entry), { objectMode: false });
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const line of createInterface({ input: packed.pipe(unpacked), crlfDelay: Infinity }))
      if (line !== '') yield line;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}
