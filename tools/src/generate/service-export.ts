import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;
const PAGE = 1000;

/** Writes the lists of an app, in pages of 1,000. Memory use does not grow with the messages. */
export async function writeServiceExport(file: string, size: SlackSize): Promise<void> {
  const { users, channels, messages, seed, now } = size;
  await writeArchive(file, now, (addFile) => {
    const add = (name: string, count: number, elementOf: (index: number) => object): void => {
      for (let first = 0; first < count; first += PAGE) {
        const length = Math.min(PAGE, count - first);
        addFile(`${name}-${first / PAGE}.json`, () => {
          const data = Array.from({ length }, (_, index) => elementOf(first + index));
          return [JSON.stringify({ data, meta: { current: {} } })];
        });
      }
    };
    add('users', users, (id) => ({ ...userOf(id), createdAt: now - 1000 * DAY, updatedAt: now }));
    add('groups', channels, (id) => ({
      guid: `g${id}`,
      name: `Group ${id}`,
      type: id % 3 === 0 ? 'private' : 'public',
      owner: `u${id % users}`,
      createdAt: now - 900 * DAY,
    }));
    const people = Math.max(1, Math.floor((users * 3) / channels));
    for (let id = 0; id < channels; id++)
      add(`groups/g${id}/members`, people, (index) => ({
        ...userOf((id * people + index) % users),
        scope: 'participant',
        joinedAt: now - 500 * DAY,
      }));
    const random = new Random(seed);
    add('messages', messages, (id) => {
      const group = random.between(0, channels - 1);
      const sender = (group * people + random.between(0, people - 1)) % users;
      const user = { entity: userOf(sender), entityType: 'user' };
      return {
        id: String(id + 1),
        muid: `m${id}`,
        conversationId: `group_g${group}`,
        sender: `u${sender}`,
        receiverType: 'group',
        receiver: `g${group}`,
        category: 'message',
        type: 'text',
        data: { text: random.pick(sentences), entities: { sender: user } },
        sentAt: Math.floor(now - 100 * DAY + (id / messages) * 99 * DAY),
      };
    });
  });
}

function userOf(id: number): object {
  return {
    uid: `u${id}`,
    name: `User ${id}`,
    avatar: `https://pics.example/${id}.png`,
    role: 'default',
  };
}
