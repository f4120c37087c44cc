import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { recordsOfRows } from './support/records-of-rows.ts';
import { type Rig, startRig } from './support/rig.ts';

const messages =
  'muid,sender,room,sentAt,text\nm1,ann,1,1700000000,Hi\nm2,ann,2,1700000001,Ho\nm3,ann,3,1700000002,Ha\n';
const configuration = `onMissingUser: placeholder
onMissingGroup: placeholder
kinds:
  messages:
    constants: { receiverType: group }
    convert: { receiver: { lookup: rooms.csv, key: room, by: number, take: guid } }
    ignore: [room]
`;

/** Plans a folder with messages whose receiver is in another file. */
async function planned(
  rig: Rig,
  rooms: string,
  config = configuration,
): Promise<{ receivers: string[]; out: string; err: string }> {
  mkdirSync(rig.export, { recursive: true });
  writeFileSync(path.join(rig.export, 'messages.csv'), messages);
  writeFileSync(path.join(rig.export, 'rooms.csv'), rooms);
  const { out, err } = await rig.cli([
    'plan',
    rig.export,
    `--config=${rig.write('chatferry.yaml', config)}`,
    '--retention-months=none',
  ]);
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const records = recordsOfRows(plan, 'messages') as { receiver: string }[];
  return { receivers: records.map(({ receiver }) => receiver), out, err };
}

test('a row whose key is not in the other file, or twice with different values, is rejected', async () => {
  await using rig = await startRig();

  const { receivers, out } = await planned(rig, 'number,guid\n1,tea\n2,go\n2,chess\n1,tea\n');

  expect(receivers).toEqual(['tea']);
  expect(out).toContain('not-found');
  expect(out).toMatch(/rooms\.csv \(values are looked up in it\)/);
});

test('a rule with a default fills it in for keys that are not there', async () => {
  await using rig = await startRig();
  const withDefault = configuration.replace('take: guid', 'take: guid, default: lost');

  const { receivers } = await planned(rig, 'number,guid\n1,tea\n2,go\n', withDefault);

  expect(receivers.toSorted()).toEqual(['go', 'lost', 'tea']);
});

test('another content of the file that is looked up is planned again', async () => {
  await using rig = await startRig();

  await planned(rig, 'number,guid\n1,tea\n2,go\n3,chess\n');
  const same = await planned(rig, 'number,guid\n1,tea\n2,go\n3,chess\n');
  const other = await planned(rig, 'number,guid\n1,tea\n2,go\n3,games\n');

  expect(same.err).toContain('Nothing changed since the plan was made');
  expect(other.receivers.toSorted()).toEqual(['games', 'go', 'tea']);
});

test('a file that is missing is named, with where it is looked for', async () => {
  await using rig = await startRig();
  mkdirSync(rig.export, { recursive: true });
  writeFileSync(path.join(rig.export, 'messages.csv'), messages);

  const { status, err } = await rig.cli([
    'plan',
    rig.export,
    `--config=${rig.write('chatferry.yaml', configuration)}`,
  ]);

  expect(status).toBe(2);
  expect(err).toContain('rooms.csv');
  expect(err).toContain('in which a mapping looks values up');
});

test('each row of another file with the key of a message is an attachment of the message', async () => {
  await using rig = await startRig();
  mkdirSync(rig.export, { recursive: true });
  writeFileSync(path.join(rig.export, 'messages.csv'), messages.replace(',Hi\n', ',\n'));
  writeFileSync(
    path.join(rig.export, 'files.csv'),
    `id,message,path,title,bytes
1,m1,a/1.png,One,1000
2,m2,a/2.pdf,,2000
3,m1,a/3.png,,
4,m1,,,
5,gone,a/5.png,,
`,
  );
  const of = 'lookup: files.csv, key: muid, by: message';
  const config = `onMissingUser: placeholder
onMissingGroup: placeholder
kinds:
  messages:
    columns: { room: receiver }
    constants: { receiverType: group }
    convert:
      data.attachments[*].url: { ${of}, take: path, base: 'https://chat.example.org/' }
      data.attachments[*].name: { ${of}, take: title }
      data.attachments[*].size: { ${of}, take: bytes }
`;

  const { out, err } = await rig.cli([
    'plan',
    rig.export,
    `--config=${rig.write('chatferry.yaml', config)}`,
    '--retention-months=none',
  ]);

  expect(out + err).not.toContain('no row gets a value');
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const records = recordsOfRows(plan, 'messages') as {
    muid: string;
    type: string;
    data: unknown;
  }[];
  const png = { extension: 'png', mimeType: 'image/png' };
  const pdf = { extension: 'pdf', mimeType: 'application/pdf' };
  const at = 'https://chat.example.org/a';
  expect(records.map(({ muid, type, data }) => [muid, type, data])).toEqual([
    [
      'm1',
      'image',
      {
        attachments: [
          { url: `${at}/1.png`, name: 'One', size: '1000', ...png },
          { url: `${at}/3.png`, name: '3.png', ...png },
        ],
      },
    ],
    [
      'm2',
      'file',
      { text: 'Ho', attachments: [{ url: `${at}/2.pdf`, name: '2.pdf', size: '2000', ...pdf }] },
    ],
    ['m3', 'text', { text: 'Ha' }],
  ]);
});

test.each([
  ['key: muid, by: mesage, take: path'],
  ['key: muid, by: message, take: pth'],
  ['key: sender, by: message, take: path'],
])('attachments of another file that no message gets are named: %s', async (names) => {
  await using rig = await startRig();
  mkdirSync(rig.export, { recursive: true });
  writeFileSync(path.join(rig.export, 'messages.csv'), messages);
  writeFileSync(path.join(rig.export, 'files.csv'), 'message,path\nm1,https://x.org/1.png\n');
  const config = `onMissingUser: placeholder
onMissingGroup: placeholder
kinds:
  messages:
    columns: { room: receiver }
    constants: { receiverType: group }
    convert: { 'data.attachments[*].url': { lookup: files.csv, ${names} } }
`;

  const { out, err } = await rig.cli([
    'plan',
    rig.export,
    `--config=${rig.write('chatferry.yaml', config)}`,
    '--retention-months=none',
  ]);

  expect(out + err).toContain(
    'convert.data.attachments[*].url: no row gets a value from files.csv. Compare key, by and take',
  );
});
