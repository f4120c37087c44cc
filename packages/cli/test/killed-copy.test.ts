import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const SECRET = 'SIGNATURE-THAT-OPENS';
const MESSAGES = 30_000;

/** A channel of Discord, each message with a file whose address is signed. */
function channel(base: string): string {
  const first = Date.now() - 86_400_000;
  const author = { id: '81', name: 'Ann', nickname: 'Ann', isBot: false, roles: [] };
  const messages = Array.from({ length: MESSAGES }, (_, index) => ({
    id: String((BigInt(first + index - 1_420_070_400_000) << 22n) + 1n),
    type: 'Default',
    timestamp: new Date(first + index).toISOString(),
    timestampEdited: null,
    content: 'hello',
    author,
    attachments: [
      {
        id: `9${index}`,
        url: `${base}/${index}.png?Expires=4000000000&Signature=${SECRET}&Key-Pair-Id=K`,
        fileName: `${index}.png`,
        fileSizeBytes: 3,
      },
    ],
  }));
  const guild = { id: '1', name: 'Harbour', iconUrl: null };
  const deck = { id: '10', type: 'GuildTextChat', category: 'Crew', name: 'deck', topic: 'All' };
  const dateRange = { after: null, before: null };
  return JSON.stringify({ guild, channel: deck, dateRange, messages, messageCount: MESSAGES });
}

test('a copy that is killed while it reads an export leaves no signature on the disk', async () => {
  await using rig = await startRig();
  let asked = 0;
  const server = createServer(() => asked++); // It never answers.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = path.join(rig.folder, 'out');
  mkdirSync(folder);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(path.join(folder, 'deck [10].json'), channel(base));
  const to = path.join(rig.folder, 'media');

  using copying = rig.spawn([
    'media',
    'copy',
    folder,
    `--to=${to}`,
    '--private-host=127.0.0.1',
    '--quiet',
  ]);
  await copying.until(() => asked > 0);
  copying.child.kill('SIGKILL');
  await copying.ended();
  server.closeAllConnections();
  server.close();

  const written = readdirSync(rig.folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && each.parentPath !== folder)
    .map((each) => path.join(each.parentPath, each.name));
  expect(written).toContain(path.join(to, 'media.sqlite'));
  expect(written.filter((file) => readFileSync(file, 'latin1').includes(SECRET))).toEqual([]);
});
