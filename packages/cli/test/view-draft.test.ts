import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Rig, RunningCommand, startRig } from './support/rig.ts';

/** Groups without a type, of two people who write to each other. */
function writeExport(rig: Rig): string[] {
  return [
    rig.write('people.csv', 'id,name,password\nu-1,Ana,hunter2\nu-2,Ben,correct horse\n'),
    rig.write('rooms.csv', 'id,title,owner_id\nr-1,On deck,u-1\nr-2,Night watch,u-2\n'),
    rig.write(
      'posts.csv',
      'id,sender_id,room_id,text,sent_at,mood\n' +
        'm-2,u-2,r-1,Only me I think,2023-11-14T22:14:20Z,calm\n' +
        'm-1,u-1,r-1,Is anyone here?,2023-11-14T22:13:20Z,\n',
    ),
    rig.write('notes.txt', 'Nothing to see.'),
  ];
}

/** Pages of a draft, while the command runs. */
async function pagesOf(
  args: readonly string[],
  use: (page: (path: string) => Promise<string>) => Promise<void>,
): Promise<void> {
  using command = new RunningCommand(['view', '--json', ...args], {});
  await command.until(() => command.out.includes('\n'));
  const { url } = JSON.parse(command.out) as { url: string };
  await use(async (path) => {
    const source = await (await fetch(new URL(path, url))).text();
    return source.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  });
  command.child.kill('SIGINT');
  expect((await command.ended()).status).toBe(0);
}

test('view shows a draft: its columns, what is decided by which command, and conversations', async () => {
  await using rig = await startRig();
  const files = writeExport(rig);
  const config = `${rig.folder}/chatferry.yaml`;
  await rig.cli(['init', ...files, `--config=${config}`]);
  const before = readFileSync(config, 'utf8');

  await pagesOf([`--config=${config}`], async (page) => {
    const [people, posts] = [await page('?table=0'), await page('?table=2')];
    const decisions = await page('decisions');
    const talk = await page('conversations');

    expect(people).toContain('3 tables with users, groups, and messages');
    expect(people).toContain('password not shown');
    expect(people).not.toContain('hunter2');
    expect(people).toContain('notes.txt');
    expect(posts).toMatch(/text Only me I think Is anyone here\? 100 % text/);
    expect(posts).toMatch(/mood calm 50 % not read/);
    expect(decisions).toContain(`--config ${config} --accept rooms.type`);
    expect(talk).toMatch(/r-1 group, 2 messages/);
    expect(talk).toMatch(/Ana 22:13 Is anyone here\? Ben 22:14 Only me I think/);

    await rig.cli(['init', ...files, `--config=${config}`, '--accept=rooms.type']);

    expect(await page('conversations')).toMatch(/On deck group, 2 messages/);
    expect(await page('')).not.toContain('is needed first');
  });
  expect(before).not.toBe(readFileSync(config, 'utf8'));
});

test('a draft that was edited is read as it is now', async () => {
  await using rig = await startRig();
  const config = `${rig.folder}/chatferry.yaml`;
  await rig.cli(['init', ...writeExport(rig), `--config=${config}`]);
  writeFileSync(
    config,
    readFileSync(config, 'utf8').replace('receiverType: group', 'receiverType: user'),
  );

  await pagesOf([config], async (page) => {
    expect(await page('conversations')).toContain('was edited since it was drafted');
    expect(await page('conversations')).toContain('two people, 1 message');
  });
});

test('view refuses a configuration that init did not draft', async () => {
  await using rig = await startRig();
  const config = rig.write('own.yaml', 'job: other\n');

  const own = await rig.cli(['view', config]);

  expect(own.status).toBe(2);
  expect(own.err).toContain('own.yaml is no draft of chatferry init.');
});

test('once there is a plan, view shows the job, and the draft when it is named', async () => {
  await using rig = await startRig();
  const config = `${rig.folder}/chatferry.yaml`;
  const accept = '--accept=rooms.type,retentionMonths,senderNotMember';
  await rig.cli(['init', ...writeExport(rig), `--config=${config}`, accept]);
  await rig.cli(['plan', `--config=${config}`, '--max-rejects=100%']);

  await pagesOf([`--config=${config}`, `--job=${rig.job}`], async (page) => {
    expect(await page('')).toContain('Overview');
  });
  await pagesOf([config], async (page) => {
    expect(await page('')).toContain('Mapping');
  });
});
