import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeSlackExport } from '../../src/generate/slack-export.ts';

const anHourAgo = Math.floor(Date.now() / 1000) - 3600;

const files: Readonly<Record<string, string>> = {
  'users.csv': 'uid,name\nAnn.Lee@example.org,Ann Lee\nbob,Bob\n',
  'groups.json': '[{ "guid": "makers", "name": "Makers", "type": "public", "owner": "bob" }]\n',
  'members.csv': 'guid,uid\nmakers,Ann.Lee@example.org\n',
  'messages.ndjson': Array.from({ length: 40 }, (_, index) => message(index)).join(''),
};

/** Writes the inputs that the pages name: a folder `export`, and single files next to it. */
export async function writeInputs(folder: string): Promise<void> {
  mkdirSync(path.join(folder, 'export'));
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(folder, 'export', name), text);

  // The same export, later: with more messages, and without some of the first ones.
  for (const [name, first, messages] of [
    ['export2', 0, 43],
    ['export3', 3, 44],
  ] as const) {
    mkdirSync(path.join(folder, name));
    const later = Array.from({ length: messages - first }, (_, index) =>
      message(first + index),
    ).join('');
    for (const [file, text] of Object.entries({ ...files, 'messages.ndjson': later }))
      writeFileSync(path.join(folder, name, file), text);
  }

  writeFileSync(path.join(folder, 'users.csv'), files['users.csv']!);
  for (const [name, index] of [
    ['messages-2024', 50],
    ['messages-2025', 51],
    ['dump', 52],
  ] as const) {
    const text = message(index).replaceAll('"group"', '"user"').replaceAll('makers', 'bob');
    const compressed = gzipSync(text);
    writeFileSync(path.join(folder, name === 'dump' ? 'dump.gz' : `${name}.ndjson.gz`), compressed);
  }
  await writeSlackExport(path.join(folder, 'slack-export.zip'), {
    users: 5,
    channels: 1,
    messages: 40,
    files: 2,
    seed: 1,
    now: anHourAgo,
  });
}

function message(index: number): string {
  const record = {
    muid: `m${index}`,
    sender: 'Ann.Lee@example.org',
    receiver: 'makers',
    receiverType: 'group',
    text: `Message ${index}`,
    sentAt: anHourAgo + index,
  };
  return `${JSON.stringify(record)}\n`;
}
