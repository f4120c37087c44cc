import { mkdirSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@chatferry/client';
import { expect, test } from 'vitest';
import { anHourAgo, writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';
import { Transcript } from './support/transcript.ts';

function line(nth: number, more: object): string {
  return JSON.stringify({
    muid: `m${nth}`,
    sender: 'Ada',
    receiver: 'makers',
    receiverType: 'group',
    text: `Text ${nth}`,
    sentAt: anHourAgo + nth,
    ...more,
  });
}

function writeExport(rig: Rig, version: 1 | 2): string {
  mkdirSync(rig.export, { recursive: true });
  const write = (name: string, lines: readonly string[]): string =>
    rig.write(path.join('export', name), `${lines.join('\n')}\n`);
  write('users.csv', [
    'uid,name,avatar,createdAt,deactivatedAt,role',
    `Ada,Ada,https://x.org/a,${anHourAgo - 900},,`,
    'bob,Bob,not an address,,,',
    'bob,Bob,not an address,,,',
    `cy,Cy,,${anHourAgo - 900},${anHourAgo - 100},`,
    'dot,,,,,',
    ...(version === 2 ? ['eve,Eve,,,,'] : []),
  ]);
  write('groups.csv', [
    'guid,name,type,owner,description',
    'makers,Makers,public,Ada,We make',
    'readers,Readers,private,bob,',
  ]);
  write('members.csv', [
    'guid,uid,scope,isBanned',
    'makers,bob,moderator,',
    'makers,cy,,true',
    'makers,dot,,',
    'readers,cy,,',
  ]);
  write('messages.ndjson', [
    line(2, {}),
    line(1, { sender: 'bob' }),
    line(3, { receiver: 'readers', sender: 'cy' }),
    line(4, { receiver: 'bob', receiverType: 'user', text: version === 2 ? 'New' : 'Old' }),
    line(5, { receiver: 'dot', receiverType: 'user' }),
    line(6, { sentAt: anHourAgo - 40_000_000 }),
    line(7, { receiver: 'Ada', sender: 'bob', receiverType: 'user', text: 'word '.repeat(2100) }),
    '{"muid":',
    ...(version === 2 ? [line(9, { receiver: 'eve', receiverType: 'user' })] : []),
  ]);
  write('friends.csv', ['uid,friend', 'Ada,bob']);
  return rig.export;
}

test('all that the commands of a job print and write, from plan to undo, is as before', async () => {
  await using rig = await startRig();
  const transcript = new Transcript(rig);
  const to = [...rig.target, '--concurrency=1', '--yes'];
  const folder = writeExport(rig, 1);
  rig.write('chatferry.yaml', 'cleaning: { tooLong: split }\n');
  const config = `--config=${path.join(rig.folder, 'chatferry.yaml')}`;

  transcript.note('A plan, made twice, with rows that are no records');
  await transcript.run('plan', folder, config);
  await transcript.run('plan --json', folder, config);
  await transcript.run('plan --max-rejects 5', folder, config);
  await transcript.run('status');
  await transcript.run('explain users:Ada');

  transcript.note('A run in which the service refuses a group');
  rig.service.setFaults([
    {
      fault: 'refuse-records',
      operation: 'dataImport.groups',
      share: 0.5,
      code: 'ERR_BAD_REQUEST',
      message: 'No.',
    },
  ]);
  await transcript.run('run', ...to);
  rig.service.setFaults([]);
  await transcript.run('status --json');
  await transcript.run('explain users:Ada');
  await transcript.run('explain messages:m3 --json');
  await transcript.run('explain users:dot');
  await transcript.run('explain messages:m7');
  await transcript.run('retry --json', ...to);
  await transcript.run('status');

  transcript.note('The app is changed by hand, and repaired');
  await transcript.run('verify', ...rig.target);
  rig.service.db.exec(`
    UPDATE users SET name = 'Adele' WHERE uid = 'ada';
    UPDATE groups SET description = 'No' WHERE guid = 'makers';
    DELETE FROM bans;
    DELETE FROM friends;
    DELETE FROM messages WHERE muid = 'm1';
    UPDATE messages SET data = '{"text":"Changed"}' WHERE muid = 'm2';
    UPDATE messages SET sent_at = sent_at + 1 WHERE muid = 'm4';
  `);
  await transcript.run('verify --json', ...rig.target);
  await transcript.run('repair --dry-run', ...to);
  await transcript.run('repair --dry-run --json', ...to);
  await transcript.run('repair', ...to);
  await transcript.run('repair --edit-messages', ...to);
  await transcript.run('check');
  rig.write('job/rejects.jsonl', '');
  await transcript.run('check');

  transcript.note('The export again, with a new and a changed record');
  writeExport(rig, 2);
  const later = `--job=${path.join(rig.folder, 'later')}`;
  await transcript.run('plan', folder, config, later, `--after=${rig.job}`, '--max-rejects=5');
  await transcript.run('run', later, ...to);
  await transcript.run('undo --dry-run --json', later, ...to.slice(0, 2));
  await transcript.run('undo --yes', rig.service.appId, later, ...to.slice(0, 2));
  await transcript.run('undo --json --yes', rig.service.appId, ...to.slice(0, 2));
  await transcript.run('status');

  await expect(transcript.text).toMatchFileSnapshot('transcripts/job.txt');
});

const MAPPED = `
idPrefix: old-
muidPrefix: o/
onMissingUser: placeholder
onMissingGroup: placeholder
senderNotMember: add
twoPersonGroups: direct
duplicates: last
createRoles: true
threads: reply
retentionMonths: 4
recordsPerRequest: 2
maxRejects: 50%
timeZone: UTC
cleaning: { tooLong: cut, blankText: leave-out, brokenText: remove, mentions: plain }
limits: { groupsPerUser: 3 }
kinds:
  users:
    columns: { user: uid, full: name, level: metadata.level }
    ignore: [note]
    constants: { tags: [moved] }
    only: { state: [active, away] }
    times: { createdAt: milliseconds }
    convert: { avatar: { base: 'https://x.org/' } }
  messages:
    columns: { from: sender, to: receiver }
`;

function text(muid: string, from: string, to: string, more: object = {}): string {
  const row = { muid, from, to, receiverType: 'group', text: muid, sentAt: anHourAgo, ...more };
  return JSON.stringify(row);
}

/** Rows whose columns have other names, with most of what a configuration can decide. */
function writeMapped(rig: Rig): string {
  mkdirSync(rig.export, { recursive: true });
  const write = (name: string, lines: readonly string[]): string =>
    rig.write(path.join('export', name), `${lines.join('\n')}\n`);
  write('users.csv', [
    'user,full,avatar,createdAt,role,level,state,note',
    `Ann,Ann,a.png,${anHourAgo - 900}000,Staff,7,active,x`,
    `c.y,Cy,,,,,away,`,
    'bob,Bob,,,,,active,',
    'bob,Robert,,,,,active,',
    'eve,Eve,,,,,gone,',
    `dan,${'D'.repeat(120)},,,,,active,`,
  ]);
  write('groups.csv', [
    'guid,name,type,owner',
    'den,Den,public,Ann',
    'two,two,private,',
    'far,Far,public,',
  ]);
  write('members.csv', [
    'guid,uid',
    'den,bob',
    'two,Ann',
    'two,bob',
    'far,c.y',
    'far,bob',
    'far,dan',
  ]);
  write('messages.ndjson', [
    text('a', 'Ann', 'den', { text: 'Hi <@uid:c.y>' }),
    text('b', 'c.y', 'den', {
      data: { text: 'Re', metadata: { parentMuid: 'a' } },
      text: undefined,
    }),
    text('c', 'bob', 'two', { sentAt: anHourAgo + 2 }),
    text('d', 'Ann', 'two', { sentAt: anHourAgo + 1 }),
    text('e', 'eve', 'den'),
    text('f', 'Ann', 'lost'),
    text('g', 'Ann', 'bob', { receiverType: 'user', sentAt: anHourAgo - 9_000_000 }),
    text('h', 'Ann', 'bob', { receiverType: 'user', text: ' ' }),
    text('i', 'Ann', 'bob', { receiverType: 'user', text: 'half \uD83D' }),
    text('j', 'Ann', 'bob', { receiverType: 'user', text: 'word '.repeat(2100) }),
    text('k', 'Ann', 'bob', { receiverType: 'user', sentAt: anHourAgo - 12_000_000 }),
  ]);
  write('reactions.csv', ['muid,uid,reaction', 'a,bob,👍', 'x,bob,👍']);
  write('blocks.csv', ['uid,blocked', 'bob,c.y']);
  return rig.export;
}

test('all that a configuration with most of its keys does to rows, and to an app that is not empty, is as before', async () => {
  await using rig = await startRig();
  const transcript = new Transcript(rig);
  const config = `--config=${rig.write('chatferry.yaml', MAPPED)}`;
  const to = [...rig.target, '--concurrency=1', '--yes', config];
  await using client = createClient(rig.service);

  transcript.note('The app has one of the users, with another name');
  await client.call('users.create', { body: { uid: 'old-bob', name: 'Bobby' } });
  await transcript.run('plan', writeMapped(rig), config);
  transcript.plan();
  await transcript.run('run', ...to);
  await transcript.run('run --max-different 1', ...to);
  transcript.app();
  await transcript.run('verify', ...rig.target, config);
  for (const id of [
    'users:bob',
    'users:eve',
    'replies:b',
    'messages:d',
    'messages:k',
    'groups:two',
  ])
    await transcript.run(`explain ${id}`, config);

  transcript.note('What differs is repaired');
  await transcript.run('retry', ...to);
  await transcript.run('repair', ...to);
  await transcript.run('status --json', config);

  transcript.note('A user writes to an imported group, and the job is undone');
  const live = { receiver: 'old-den', receiverType: 'group', category: 'message', type: 'text' };
  await client.call('messages.send', {
    onBehalfOf: 'old-bob',
    body: { ...live, data: { text: 'Live' } } as never,
  });
  const app = rig.service.appId;
  await transcript.run('undo --yes', app, ...rig.target.slice(0, 2), config);
  transcript.app();
  await transcript.run('explain groups:den', config);
  await transcript.run(
    'undo --json --force --kept 1 --yes',
    app,
    ...rig.target.slice(0, 2),
    config,
  );
  await transcript.run('check', config);
  transcript.app();

  await expect(transcript.text).toMatchFileSnapshot('transcripts/configured.txt');
});

test('all that runs print and leave that stop for a reason is as before', async () => {
  await using rig = await startRig();
  const transcript = new Transcript(rig);
  const to = [...rig.target, '--concurrency=1', '--yes'];

  transcript.note('A run that stops, for each reason, and continues');
  await transcript.run('plan', writeForum(rig, 12), '--records-per-request=3');
  rig.service.setFaults([
    { fault: 'status-before', status: 401, code: 'AUTH_ERR_APIKEY_NOT_FOUND' },
  ]);
  await transcript.run('run', ...to);
  rig.service.setFaults([
    { fault: 'refuse-records', operation: 'dataImport.users', code: 'ERR_BAD_REQUEST' },
  ]);
  await transcript.run('run --max-failures 1', ...to);
  await transcript.run('retry --max-failures 1 --json', ...to);
  rig.service.setFaults([]);
  await transcript.run('status');
  await transcript.run('explain users:bob');
  await transcript.run('retry', ...to);

  transcript.note('What was stored before is present, and what disappears is sent again');
  rmSync(path.join(rig.job, 'ledger.sqlite'));
  rig.service.db.exec(
    "DELETE FROM messages WHERE muid = 'm5'; UPDATE users SET name = 'B' WHERE uid = 'bob'",
  );
  await transcript.run('run', ...to);
  await transcript.run('run --max-different 50%', ...to);
  await transcript.run('status --json');
  transcript.app();
  await transcript.run('run', '--app-id=another', ...to.slice(1));
  await transcript.run('pause');
  await transcript.run('rate 20');
  await transcript.run('status');
  await transcript.run('rate default');
  await transcript.run('resume');
  truncateSync(path.join(rig.job, 'plan.sqlite'), 5000);
  await transcript.run('check --json');
  await transcript.run('run', ...to);
  await transcript.run('plan --json', rig.export, '--records-per-request=3');
  await transcript.run('check');

  await expect(transcript.text).toMatchFileSnapshot('transcripts/stopped.txt');
});
