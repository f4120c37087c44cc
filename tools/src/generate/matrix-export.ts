import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;

const PEOPLE = 75;

/** Writes pages of events in the form of a server's answers, one page for each room, into a ZIP archive. */
export async function writeMatrixExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => {
    for (let room = 0; room < size.channels; room++)
      add(`room-${room}.json`, () => pageOf(room, size));
  });
}

const EVENTS_PER_PIECE = 500;

function* pageOf(room: number, size: SlackSize): Generator<string> {
  yield '{"start": "t0", "chunk": [\n';
  let pieces: string[] = [];
  let isFirst = true;
  for (const event of eventsOf(room, size)) {
    pieces.push(`${isFirst ? '' : ',\n'}${JSON.stringify(event)}`);
    isFirst = false;
    if (pieces.length < EVENTS_PER_PIECE) continue;
    yield pieces.join('');
    pieces = [];
  }
  yield `${pieces.join('')}],\n"end": "t1"}\n`;
}

function* eventsOf(
  room: number,
  { users, channels, messages, seed, now }: SlackSize,
): Generator<object> {
  const random = new Random(seed + room);
  const personOf = (index: number): string =>
    `@user${(room * 37 + (index % PEOPLE)) % users}:bulk.example`;
  const start = now - 100 * DAY;
  const common = (id: string, seconds: number, sender: string): object => ({
    event_id: `$${id}-${room}-abcdefghijklmnopqrstuvwxyz0123456789`,
    room_id: `!room${room}:bulk.example`,
    sender,
    origin_server_ts: Math.floor(seconds * 1000),
    unsigned: { age: 1000 },
  });
  const creator = personOf(0);
  const create = { type: 'm.room.create', state_key: '', content: { creator, room_version: '9' } };
  yield { ...common('create', start - DAY, creator), ...create };
  const name = { type: 'm.room.name', state_key: '', content: { name: `Room ${room}` } };
  yield { ...common('name', start - DAY, creator), ...name };
  for (let person = 0; person < PEOPLE; person++) {
    const user = personOf(person);
    const content = { membership: 'join', displayname: `User ${user}` };
    yield {
      ...common(`join${person}`, start - DAY + person, user),
      type: 'm.room.member',
      state_key: user,
      content,
    };
  }
  for (let id = room; id < messages; id += channels) {
    const seconds = start + (id / messages) * 99 * DAY;
    const body = random.pick(sentences);
    const own = common(String(id), seconds, personOf(random.between(0, PEOPLE - 1)));
    yield { ...own, type: 'm.room.message', content: { msgtype: 'm.text', body } };
    if (id % 11 !== 0) continue;
    const { event_id: target } = own as { readonly event_id: string };
    const relation = { rel_type: 'm.annotation', event_id: target, key: '👍' };
    const reaction = common(`r${id}`, seconds + 1, personOf(id));
    yield { ...reaction, type: 'm.reaction', content: { 'm.relates_to': relation } };
  }
}
