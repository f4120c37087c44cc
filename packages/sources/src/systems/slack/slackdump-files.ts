import { type FindOriginals, noOriginals } from '../../rows/source-words.ts';
import { isObject, type Row } from '@chatferry/contract';
import { readRows } from '@chatferry/parsers';
import type { Archive, Entry } from '../../archive/archive.ts';
import { type Line, linesOf, parsedLine } from '../../reading/lines.ts';
import { unpacked } from '../../reading/unpacked.ts';
import { object, objects, text, texts } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { withoutTokens } from './files.ts';
import { MessageStore } from './message-store.ts';
import type { SlackOptions } from './options.ts';
import { leaveOutFiles, uploadsIn } from './other-files.ts';
import { onlyOf } from './slackdump-channel.ts';

const chunkFile = /(?:^|\/)[^/]+\.json\.gz$/;
const dumpFile = /^([CDG][A-Z0-9]{6,})(?:-[\d.]+)?\.json$/;

/** Files of chunks: compressed answers of the API, one a line. */
export function chunkFilesIn({ entries }: Pick<Archive, 'entries'>): readonly Entry[] {
  return entries.filter(({ name }) => chunkFile.test(name));
}

/** Files of dumps: one conversation a file, with the replies inside the first messages of threads. */
export function dumpFilesIn({ entries }: Pick<Archive, 'entries'>): readonly Entry[] {
  return entries.filter(({ name }) => dumpFile.test(name));
}

/** Whether the first line of a file has the fields of slackdump's chunks. */
export async function isChunkFile(archive: Archive, entry: Entry): Promise<boolean> {
  try {
    for await (const [line] of linesIn(archive, entry)) {
      const chunk = parsedLine(line!.text).value;
      return isObject(chunk) && typeof chunk['t'] === 'number' && typeof chunk['ts'] === 'number';
    }
  } catch {
    // A file that cannot be unpacked or parsed is not from slackdump.
  }
  return false;
}

/** Whether the beginning of a file has the fields of slackdump's dumps. */
export async function isDumpFile(archive: Archive, entry: Entry): Promise<boolean> {
  for await (const piece of archive.piecesOf(entry))
    return /^\s*\{\s*"(?:channel_id|name)"/.test(Buffer.from(piece).toString('utf8', 0, 200));
  return false;
}

/** The conversation's name in a dump, which comes before its messages. */
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
  readonly recorded: number;
}

/** The type of a chunk with replies. */
const THREAD = 1;

/** Reads the files that slackdump writes instead of an export: chunks or dumps. */
export async function readFiles(
  archive: Archive,
  options: SlackOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  using store = new MessageStore(out.workFile('messages'));
  const found: FoundRecords = {
    store,
    selves: new Set(),
    users: new Map(),
    channels: new Map(),
    members: new Map(),
  };
  const [chunks, dumps] = [chunkFilesIn(archive), dumpFilesIn(archive)];
  for (const entry of chunks) await readChunks(archive, entry, found, out);
  for (const entry of dumps) await readDump(archive, entry, found);
  const read = new Set([...chunks, ...dumps]);
  const others = archive.entries.filter((entry) => !read.has(entry));
  const { writeRecording } = await import('./write-recording.ts');
  writeRecording(
    {
      self: onlyOf(found.selves),
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
  return noOriginals;
}

interface FoundRecords {
  readonly store: MessageStore;
  /** Ids of the users who made the recordings. */
  readonly selves: Set<string>;
  /** By id; the last of several recordings counts. */
  readonly users: Map<string, RecordedRow>;
  readonly channels: Map<string, RecordedRow>;
  readonly members: Map<string, { readonly channel: string; readonly user: string }>;
}

async function readChunks(
  archive: Archive,
  entry: Entry,
  found: FoundRecords,
  out: ExportRows,
): Promise<void> {
  const file = archive.placeOf(entry);
  for await (const batch of linesIn(archive, entry))
    for (const { number: line, text: json } of batch) {
      const { value, broken } = parsedLine(json);
      if (broken === undefined) readChunk(object(value), { file, line }, found);
      else {
        out.count('messages');
        out.brokenRow('messages', { file, line }, withoutTokens(broken));
      }
    }
}

function linesIn(archive: Archive, entry: Entry): AsyncGenerator<readonly Line[]> {
  const file = archive.placeOf(entry);
  return linesOf(unpacked(archive.piecesOf(entry), file, entry.bytes), file);
}

/** Reads an answer of the API, which has records of one type. */
function readChunk(chunk: Row, place: Place, found: FoundRecords): void {
  const channel = text(chunk['id']) ?? '';
  // The first message of a thread is outside the list of its replies.
  const first = chunk['t'] === THREAD ? objects([chunk['p']]) : [];
  const recorded = typeof chunk['ts'] === 'number' ? chunk['ts'] : 0;
  for (const message of [...first, ...objects(chunk['m'])])
    addMessage(found.store, channel, message, place, recorded);
  for (const user of objects(chunk['u'])) addTo(found.users, user, place, recorded);
  for (const each of [...objects(chunk['ch']), ...objects([chunk['ci']])])
    addTo(found.channels, each, place, recorded);
  for (const user of texts(chunk['cu'])) found.members.set(`${channel} ${user}`, { channel, user });
  const self = text(object(chunk['w'])['user_id']);
  if (self !== undefined) found.selves.add(self);
}

async function readDump(archive: Archive, entry: Entry, found: FoundRecords): Promise<void> {
  const file = archive.placeOf(entry);
  const [, channel = ''] = dumpFile.exec(entry.name) ?? [];
  if (!found.channels.has(channel))
    found.channels.set(channel, {
      file,
      line: 1,
      recorded: 0,
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

function addMessage(
  store: MessageStore,
  channel: string,
  message: Row,
  place: Place,
  recorded = 0,
): void {
  const ts = text(message['ts']) ?? `missing ${place.line}`;
  store.add(ts, { channel, ...place, data: JSON.stringify(message) }, recorded);
}

function addTo(records: Map<string, RecordedRow>, row: Row, place: Place, recorded: number): void {
  const id = text(row['id']);
  if (id === undefined || (records.get(id)?.recorded ?? 0) > recorded) return;
  records.set(id, { ...place, recorded, data: JSON.stringify(row) });
}
