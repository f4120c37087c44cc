import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

/** A time of the last days as Android shows it in UTC. @param minute after the first message */
function header(minute: number): string {
  const time = new Date(Date.now() - 2 * 86_400_000 + minute * 60_000).toISOString();
  const [year, month, day, hour, minutes] = time.split(/\D/);
  return `${year}/${month}/${day}, ${hour}:${minutes} - `;
}

const team = [
  'Messages and calls are end-to-end encrypted.',
  'Ann created group "Team"',
  'Ann: Hi @491701234567',
  '+49 170 1234567: \u200EIMG-20260313-WA0001.jpg (file attached)',
  'Bo: This message was deleted',
  'Bo: ok <This message was edited>',
];

function chat(lines: readonly string[]): string {
  return lines.map((line, index) => `${header(index)}${line}\n`).join('');
}

test('a folder with chats of WhatsApp is proposed, asked for its zone, imported with its media, and verified', async () => {
  await using rig = await startRig();
  const folder = path.join(rig.folder, 'chats');
  mkdirSync(path.join(folder, 'team'), { recursive: true });
  writeFileSync(path.join(folder, 'team', 'WhatsApp Chat with Team.txt'), chat(team));
  writeFileSync(path.join(folder, 'team', 'IMG-20260313-WA0001.jpg'), 'a picture');
  writeFileSync(
    path.join(folder, 'WhatsApp Chat with Bo.txt'),
    chat(['Bo: hi', 'Ann: hello', 'Bo: this: is it']),
  );
  const config = path.join(rig.folder, 'chatferry.yaml');

  const drafted = await rig.cli(['init', folder, '--stdout', '--accept=whatsapp.zone=Asia/Tokyo']);
  const open = await rig.cli(['init', folder, '--stdout']);
  const asked = await rig.cli(['plan', folder]);
  writeFileSync(config, 'sources: { whatsapp: { zone: UTC, me: Ann } }\n');
  const copy = ['media', 'copy', folder, `--to=${rig.folder}/media`, `--config=${config}`];
  const copied = await rig.cli([...copy, '--public-base=https://m.example.com']);
  writeFileSync(
    config,
    `media: { map: ${rig.folder}/media/map.ndjson }\nsources: { whatsapp: { zone: UTC, me: Ann } }\n`,
  );
  const planning = ['plan', folder, `--config=${config}`, '--require-media'];
  const planned = await rig.cli(planning);
  const imported = await rig.cli(['run', '--yes', ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect(drafted.err).toContain('an export of whatsapp, which needs no mapping');
  expect(drafted.out).toContain('\nsources: { whatsapp: { zone: Asia/Tokyo } }');
  expect(open.out).toContain('\n# sources: { whatsapp: { zone: Europe/Berlin } }');
  expect(open.err).toContain('1. whatsapp.zone=Europe/Berlin');
  expect(asked.status).toBe(2);
  expect(asked.err).toContain('sources: { whatsapp: { zone: Europe/Berlin } }');
  expect(copied).toMatchObject({ status: 0 });
  expect(planned).toMatchObject({ status: 0 });
  expect(planned.out).toContain('Of the lines, 9: begin a message.');
  expect(planned.out).toContain('Of the files, 1: copied; messages point to the copies.');
  expect(planned.out).toContain('Of the users, 3: people whose names or words are in the export');
  expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
  expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
  const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
  expect(kinds).toMatchObject({
    users: { rows: 3, created: 3 },
    groups: { rows: 1, created: 1 },
    members: { rows: 3, created: 3 },
    messages: { rows: 9, created: 6, filtered: 3 },
  });
});

test('a later, longer export of the same phone is a delta with the new messages, and without the text of a deleted one', async () => {
  await using rig = await startRig();
  const file = path.join(rig.folder, 'WhatsApp Chat with Bo.txt');
  const config = path.join(rig.folder, 'chatferry.yaml');
  writeFileSync(config, 'sources: { whatsapp: { zone: UTC, me: Ann } }\n');
  const first = ['Bo: hi', 'Ann: hello', 'Bo: <Media omitted>', 'Ann: oh', 'Bo: hi'];
  const later = [...first, 'Ann: bye', 'Bo: This message was deleted'];
  const job = path.join(rig.folder, 'rest');

  writeFileSync(file, chat(first));
  const imported = await rig.cli(['import', file, `--config=${config}`, '--yes', ...rig.target]);
  writeFileSync(file, chat(later));
  const planned = await rig.cli([
    'plan',
    file,
    `--config=${config}`,
    `--after=${rig.job}`,
    `--job=${job}`,
    '--json',
  ]);

  expect(imported.status).toBe(0);
  const { kinds } = JSON.parse(planned.out) as { kinds: object };
  expect(kinds).toMatchObject({
    users: { rows: 2, planned: 0, unchanged: 2 },
    messages: { rows: 7, planned: 1, unchanged: 5, filtered: 1, changed: 0 },
  });
});
