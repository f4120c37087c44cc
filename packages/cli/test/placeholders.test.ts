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

  expect(byLegacyId.out).toContain(`created by planning, because ${messages}:2 refers to it`);
  expect(byServiceId.out).toContain(`created by planning, because ${messages}:2 refers to it`);
  expect(json.planned).toMatchObject({ isPlaceholder: true, file: messages, line: 2 });
  expect(json.planned.id).toMatch(/^de-kim_example_org_/);
  expect(json.planned.record.name).toBe('Missing user Kim@Example.org');
  expect(withRow.out).toContain(`from ${users}:2`);
  expect(withRow.out).not.toContain('created by planning');
  expect(ofMessage.out).toContain('messages:de/2, in the export 2');
});
