import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Ended, type Rig, startRig } from './support/rig.ts';

/** Groups without a type, and messages that answer others and were written in an unknown zone. */
function writeExport(rig: Rig): { readonly files: string[]; readonly config: string } {
  const files = [
    rig.write('people.csv', 'id,name,mail\nu-1,Ana,ana@a.org\nu-2,Ben,ben@a.org\n'),
    rig.write('rooms.csv', 'id,title,owner_id\nr-1,On deck,u-1\nr-2,Night watch,u-2\n'),
    rig.write(
      'posts.csv',
      'id,sender_id,room_id,text,sent_at,reply_to\n' +
        'm-1,u-1,r-1,Is anyone here?,2023-11-14 22:13:20,\n' +
        'm-2,u-2,r-1,Only me I think,2023-11-14 22:14:20,m-1\n',
    ),
  ];
  return { files, config: path.join(rig.folder, 'chatferry.yaml') };
}

/** What a plan has of the three answers: a public group, a message in seconds of a zone, and the message that is answered. */
async function planned(rig: Rig, config: string): Promise<Ended> {
  return rig.cli(['plan', `--config=${config}`, '--retention-months=none']);
}

const ACCEPT = 'rooms.type=public,zone=Europe/Berlin,posts.reply_to';

test('accepted proposals are lines that count: the draft is planned without an edit', async () => {
  await using rig = await startRig();
  const { files, config } = writeExport(rig);

  const { status, out } = await rig.cli([
    'init',
    ...files,
    `--config=${config}`,
    `--accept=${ACCEPT}`,
  ]);

  expect(status).toBe(0);
  expect(out).toContain('"sentAt":1699996400'); // 22:13:20 in Berlin
  expect(out).toContain('"metadata":{"parentMuid":"m-1"}');
  expect(out).toContain('"type":"public"');
  expect(await planned(rig, config)).toMatchObject({ status: 0 });
});

test('each proposal has a number, a reason, and the name that accepts it', async () => {
  await using rig = await startRig();
  const { files, config } = writeExport(rig);

  const { out } = await rig.cli(['init', ...files, `--config=${config}`]);
  const draft = readFileSync(config, 'utf8');

  const names = [
    'retentionMonths',
    'zone=Europe/Berlin',
    'senderNotMember',
    'rooms.type',
    'posts.reply_to',
  ];
  const found = Array.from(
    draft.matchAll(/# (?:.* # )?(\d+)\. (.+) \(init --accept (\S+)\)$/gm),
    ([, number, reason, name]) => ({ number, reason, name }),
  );
  expect(found.map(({ name }) => name)).toEqual(names);
  expect(found.map(({ number }) => Number(number))).toEqual([1, 2, 3, 4, 5]);
  for (const { number, reason, name } of found) {
    expect(out).toContain(`  ${number}. ${name}\n`);
    expect(out).toContain(reason!.split(': ').at(-1));
  }
  expect(out).toContain(`chatferry init ${files.join(' ')} --config ${config} --accept `);
});

test('a draft that was not edited is drafted again, with what was accepted before', async () => {
  await using rig = await startRig();
  const { files, config } = writeExport(rig);
  const init = ['init', ...files, `--config=${config}`, '--quiet'];

  await rig.cli(init);
  for (const name of ACCEPT.split(','))
    expect(await rig.cli([...init, `--accept=${name}`])).toMatchObject({ status: 0 });

  expect(await planned(rig, config)).toMatchObject({ status: 0 });
  const drafted = readFileSync(config, 'utf8');
  await rig.cli(init);
  expect(readFileSync(config, 'utf8')).toBe(drafted);
  await rig.cli([...init, '--force']);
  expect(parse(readFileSync(config, 'utf8'))).not.toHaveProperty('zone');
});

test('a configuration that was edited is not touched: the lines to add are printed, and work', async () => {
  await using rig = await startRig();
  const { files, config } = writeExport(rig);
  const init = ['init', ...files, `--config=${config}`];
  await rig.cli([...init, '--accept=zone=UTC', '--quiet']);
  const edited = readFileSync(config, 'utf8').replace('region: eu', 'region: us');
  writeFileSync(config, edited);

  const refused = await rig.cli(init);
  const { status, out } = await rig.cli([...init, `--accept=rooms.type=public,posts.reply_to`]);

  expect(refused).toMatchObject({ status: 2 });
  expect(refused.err).toContain('was edited since it was drafted');
  expect(status).toBe(2);
  expect(readFileSync(config, 'utf8')).toBe(edited);
  const [note, , ...lines] = out.trimEnd().split('\n');
  expect(note).toBe(`${config} was edited since it was drafted, and is not changed. Add to it:`);
  expect(parse(lines.join('\n'))).toEqual({
    files: {
      'posts.csv': { columns: { reply_to: 'data.metadata.parentMuid' } },
      'rooms.csv': { constants: { type: 'public' } },
    },
  });
});

test('a configuration that is no draft is not touched either', async () => {
  await using rig = await startRig();
  const { files, config } = writeExport(rig);
  writeFileSync(config, 'region: eu\n');

  const { out } = await rig.cli(['init', ...files, `--config=${config}`, '--accept=zone=UTC']);

  expect(out).not.toContain('as if they were UTC');
  expect(out).toMatch(/Add to it:\n\nzone: UTC$/);
  expect(readFileSync(config, 'utf8')).toBe('region: eu\n');
});

test.each([
  [
    'an unknown name',
    'rooms.typ',
    "There is no proposal 'rooms.typ'.\nThe proposals are:\n  retentionMonths\n  zone=Europe/Berlin\n",
  ],
  ['a value that is needed', 'zone', 'zone needs a value: --accept zone=Europe/Berlin'],
  ['a value that is none', 'zone=Mars/Base', 'zone: must be a zone'],
  ['a value that is not wanted', 'posts.reply_to=1', 'posts.reply_to takes no value'],
  ['a value of another field', 'rooms.type=group', 'must be one of public, private'],
])('%s is refused', async (_, name, message) => {
  await using rig = await startRig();
  const { files, config } = writeExport(rig);

  const { status, err } = await rig.cli([
    'init',
    ...files,
    `--config=${config}`,
    `--accept=${name}`,
  ]);

  expect(status).toBe(2);
  expect(err).toContain(message);
  await expect(rig.cli(['plan', `--config=${config}`])).resolves.toMatchObject({ status: 2 });
});
