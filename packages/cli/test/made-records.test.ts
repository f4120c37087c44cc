import { expect, test } from 'vitest';
import { anHourAgo } from './support/forum.ts';
import { startRig } from './support/rig.ts';

function message(muid: string, sender: string): string {
  const data = { text: 'Hi' };
  const to = { receiverType: 'user', receiver: 'Ann Lee' };
  return JSON.stringify({ muid, sender, ...to, sentAt: anHourAgo, data });
}

test('explain names the row that needs a placeholder, and the placeholder has its legacy id, without the prefix', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\nAnn Lee,Ann\nBob,Bob\n');
  const messages = rig.write(
    'messages.ndjson',
    [message('1', 'Bob'), message('2', 'Kim@Example.org'), message('3', 'Kim@Example.org')].join(
      '\n',
    ),
  );
  rig.write(
    'chatferry.yaml',
    'ids: map\nidPrefix: de-\nmuidPrefix: de/\nonMissingUser: placeholder\n',
  );
  await rig.cli(['plan', users, messages, `--config=${rig.folder}/chatferry.yaml`]);

  const byLegacyId = await rig.cli(['explain', 'users:Kim@Example.org']);
  const json = JSON.parse((await rig.cli(['explain', 'users:Kim@Example.org', '--json'])).out);
  const byServiceId = await rig.cli(['explain', `users:${json.planned.id}`]);
  const withRow = await rig.cli(['explain', 'users:Ann Lee']);
  const ofMessage = await rig.cli(['explain', 'messages:2']);

  expect(byLegacyId.out).toContain(
    `created by planning (onMissingUser), because ${messages}:2 refers to it`,
  );
  expect(byServiceId.out).toContain(
    `created by planning (onMissingUser), because ${messages}:2 refers to it`,
  );
  expect(json.planned).toMatchObject({ madeBy: 'onMissingUser', file: messages, line: 2 });
  expect(json.planned.id).toMatch(/^de-kim_example_org_/);
  expect(json.planned.record.name).toBe('Missing user Kim@Example.org');
  expect(withRow.out).toContain(`from ${users}:2`);
  expect(withRow.out).not.toContain('created by planning');
  expect(ofMessage.out).toContain('messages:de/2, in the export 2');
});

test('an export with messages alone lands with its users, groups and members, and all of them are verified', async () => {
  await using rig = await startRig();
  const columns = 'muid,sender,receiverType,receiver,sentAt,text';
  const rows = ['1,ann,group,chess', '2,bob,group,chess', '3,ann,user,bob'];
  const messages = rig.write(
    'messages.csv',
    [columns, ...rows.map((row) => `${row},${anHourAgo},Hi`), ''].join('\n'),
  );
  const made = [
    '--on-missing-user=placeholder',
    '--on-missing-group=placeholder',
    '--sender-not-member=add',
  ];
  const imported = await rig.cli(['import', messages, ...made, ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);
  const planned = JSON.parse((await rig.cli(['plan', messages, ...made, '--json'])).out);
  const explained = await rig.cli(['explain', 'members:chess_member_bob']);

  expect([imported.status, verified.status]).toEqual([0, 0]);
  expect(imported.out).toContain('2 memberships of senders added');
  expect(planned.kinds.members).toMatchObject({ rows: 2, madeBy: { senderNotMember: 2 } });
  expect(planned.made).toContainEqual({
    kind: 'members',
    id: 'chess_member_bob',
    rule: 'senderNotMember',
    file: messages,
    line: 3,
  });
  expect(explained.out).toContain(
    `created by planning (senderNotMember), because ${messages}:3 refers to it`,
  );
});

test('a file with the real records wins over made ones, whatever its name', async () => {
  await using rig = await startRig();
  const messages = rig.write(
    'messages-a.csv',
    `muid,sender,receiverType,receiver,sentAt,text\n1,ann,group,chess,${anHourAgo},Hi\n`,
  );
  const files = [
    rig.write('users-z.csv', 'uid,name\nann,Ann\n'),
    rig.write('groups-z.csv', 'guid,name,type\nchess,Chess,public\n'),
    rig.write('members-z.csv', 'guid,uid,scope\nchess,ann,admin\n'),
  ];
  const { out, status } = await rig.cli([
    'plan',
    messages,
    ...files,
    '--on-missing-user=placeholder',
    '--on-missing-group=placeholder',
    '--sender-not-member=add',
    '--json',
  ]);

  expect(status).toBe(0);
  expect(JSON.parse(out).made).toEqual([]);
});

test('groups of two become conversations by the memberships that have rows; members made from messages do not count', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name\nann,Ann\nbob,Bob\ncy,Cy\n');
  const groups = rig.write(
    'groups.csv',
    'guid,name,type\npair,pair,private\nfresh,Fresh,private\n',
  );
  const members = rig.write('members.csv', 'guid,uid\npair,ann\npair,bob\n');
  const columns = 'muid,sender,receiverType,receiver,sentAt,text';
  const rows = ['1,ann,group,pair', '2,cy,group,pair', '3,ann,group,fresh', '4,bob,group,fresh'];
  const messages = rig.write(
    'messages.csv',
    `${columns}\n${rows.map((row) => `${row},${anHourAgo},Hi\n`).join('')}`,
  );

  const { out } = await rig.cli([
    'plan',
    users,
    groups,
    members,
    messages,
    '--two-person-groups=direct',
    '--sender-not-member=add',
    '--max-rejects=1',
    '--json',
  ]);
  const first = await rig.cli(['explain', 'messages:1']);
  const fresh = await rig.cli(['explain', 'messages:3']);

  expect(first.out).toMatch(/"receiverType": "user"[^]*"receiver": "bob"/);
  expect(fresh.out).toMatch(/"receiverType": "group"[^]*"receiver": "fresh"/);
  expect(JSON.parse(out)).toMatchObject({
    kinds: { messages: { rows: 4, planned: 3, rejected: 1 } },
    problems: [{ code: 'not-a-member' }],
  });
});

test('a made user is deactivated as the details say', async () => {
  await using rig = await startRig();
  const details = { uid: 'ann', name: 'Ann Lee', deactivatedAt: anHourAgo };
  const row = {
    ...(JSON.parse(message('1', 'ann')) as object),
    receiver: 'bob',
    senderUserDetails: details,
  };
  const messages = rig.write('messages.ndjson', JSON.stringify(row));

  const imported = await rig.cli([
    'import',
    messages,
    '--on-missing-user=placeholder',
    ...rig.target,
  ]);
  const user = await rig.cli(['explain', 'deactivations:ann']);

  expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
  expect(imported.out).toMatch(/^deactivations +1 = 1 created$/m);
  expect(user.out).toContain(`from ${messages}:1`);
  expect((await rig.cli(['verify', ...rig.target])).status).toBe(0);
});
