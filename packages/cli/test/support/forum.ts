import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Rig } from './rig.ts';

/** UNIX seconds, an hour ago: young enough for every retention. */
export const anHourAgo: number = Math.floor(Date.now() / 1000) - 3600;

/** Writes a small good export: 3 users, 2 groups, 4 members and as many messages as are asked for. */
export function writeForum(rig: Rig, messages = 120): string {
  mkdirSync(rig.export, { recursive: true });
  const write = (name: string, lines: readonly string[]): string =>
    rig.write(path.join('export', name), `${lines.join('\n')}\n`);
  write('users.csv', ['uid,name', 'ada,Ada', 'bob,"Bob ""the"" builder"', 'cy,Cy 🚢']);
  rig.write(
    'export/groups.json',
    JSON.stringify([
      { guid: 'makers', name: 'Makers', type: 'public', owner: 'ada' },
      { guid: 'readers', name: 'Readers', type: 'private' },
    ]),
  );
  write('members.csv', [
    'guid,uid,scope',
    'makers,ada,admin',
    'makers,bob,',
    'readers,bob,',
    'readers,cy,',
  ]);
  write(
    'messages.ndjson',
    Array.from({ length: messages }, (_, index) => JSON.stringify(message(index))),
  );
  return rig.export;
}

function message(index: number): object {
  const [sender, receiver] = index % 2 === 0 ? ['bob', 'makers'] : ['cy', 'readers'];
  return {
    muid: `m${index}`,
    sender,
    receiver,
    receiverType: 'group',
    text: `Message ${index}`,
    sentAt: anHourAgo + index,
  };
}
