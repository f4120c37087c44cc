import { readdirSync } from 'node:fs';
import path from 'node:path';
import { entryOf, openPlan, recordOfEntry } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { addPassingRole } from './support/passing-role.ts';
import { type Rig, startRig } from './support/rig.ts';

const sentAt = Math.floor(Date.now() / 1000) - 3600;

/** A service that refuses users with the role captain, although the role seemed to exist. */
async function refusingRig(): Promise<Rig> {
  const rig = await startRig();
  addPassingRole(rig, 'captain');
  return rig;
}

async function planFailed(rig: Rig, config: readonly string[] = []) {
  const repair = path.join(rig.folder, 'repair');
  const args = ['plan', path.join(rig.job, 'failed'), ...config, `--job=${repair}`];
  const planned = await rig.cli([...args, '--on-missing-user=placeholder']);
  const user = await rig.cli(['explain', 'users:bob', `--job=${repair}`]);
  return { ...planned, user: user.out };
}

test('of rows on one line, the failed one is written', async () => {
  await using rig = await refusingRig();
  const users = ['ann', 'bob', 'cy'].map((uid) => ({
    uid,
    name: uid,
    deactivatedAt: sentAt,
    ...(uid === 'bob' ? { role: 'captain' } : {}),
  }));
  const file = rig.write('users.json', JSON.stringify(users));

  await rig.cli(['import', file, ...rig.target]);
  const { out, user } = await planFailed(rig);

  const [row, ...others] = rig.inJob('failed/users.ndjson').trim().split('\n');
  expect(others).toEqual([]);
  expect(JSON.parse(row!)).toMatchObject({ uid: 'bob', name: 'bob', deactivatedAt: sentAt });
  expect(out).toMatch(/^users +1 +1 /m);
  expect(out).toMatch(/^deactivations +1 +1 /m);
  expect(user).toContain('"name": "bob"');
});

test('failed rows of a file with several kinds are planned again as their kind', async () => {
  await using rig = await refusingRig();
  const rows = [
    { type: 'user', login: 'ann', nick: 'Ann' },
    { type: 'user', login: 'bob', nick: 'Bob', role: 'captain' },
    { type: 'post', no: 1, by: 'bob', to: 'ann', at: sentAt, text: 'Hi' },
    { type: 'post', no: 2, by: 'ann', to: 'ann', at: sentAt, text: 'Ho' },
  ];
  const file = rig.write('dump.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
  const yaml = `
files:
  dump.ndjson:
    kinds:
      users: { when: { type: user }, columns: { login: uid, nick: name } }
      messages:
        when: { type: post }
        columns: { by: sender, to: receiver, at: sentAt }
        ignore: [no]
        constants: { receiverType: user }
        convert: { muid: { template: 'm{no}' } }
`;
  const config = `--config=${rig.write('chatferry.yaml', yaml)}`;

  await rig.cli(['import', file, config, ...rig.target]);
  const { out, err, user } = await planFailed(rig, [config]);

  expect(JSON.parse(rig.inJob('failed/users-dump.ndjson'))).toMatchObject({ login: 'bob' });
  expect(JSON.parse(rig.inJob('failed/messages-dump.ndjson'))).toMatchObject({ no: 1 });
  expect(err).not.toContain('columns');
  expect(out).toMatch(/^users +2 +2 /m);
  expect(out).toMatch(/^messages +1 +1 /m);
  expect(user).toContain('"name": "Bob"');
});

test('failed rows of a kind with two mappings go through both again', async () => {
  await using rig = await refusingRig();
  const rows = [
    { type: 'user', login: 'ann' },
    { type: 'bot', name: 'bob', role: 'captain' },
  ];
  const file = rig.write('dump.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
  const yaml = `
files:
  dump.ndjson:
    kinds:
      users:
        - { when: { type: user }, columns: { login: [uid, name] } }
        - { when: { type: bot }, columns: { name: [uid, name] } }
`;
  const config = `--config=${rig.write('chatferry.yaml', yaml)}`;

  await rig.cli(['import', file, config, ...rig.target]);
  const { out, user } = await planFailed(rig, [config]);

  expect(JSON.parse(rig.inJob('failed/dump.ndjson'))).toMatchObject({ type: 'bot', name: 'bob' });
  expect(out).toMatch(/^users +1 +1 /m);
  expect(user).toContain('"name": "bob"');
});

test('failed rows that are parts of others are written as the records that they became', async () => {
  await using rig = await refusingRig();
  const room = { people: [{ n: 'ann' }, { n: 'bob', role: 'captain' }], id: 'r' };
  const file = rig.write('export.json', JSON.stringify({ rooms: [room] }));
  const yaml = `
kinds:
  users: { convert: { metadata.room: { prefix: room- } } }
files:
  export.json:
    kinds:
      users: { rows: 'rooms[*].people[*]', columns: { n: [uid, name], ^.id: metadata.room } }
`;
  const config = `--config=${rig.write('chatferry.yaml', yaml)}`;

  await rig.cli(['import', file, config, ...rig.target]);
  const { out, user } = await planFailed(rig, [config]);

  expect(JSON.parse(rig.inJob('failed/users.ndjson'))).toMatchObject({
    uid: 'bob',
    metadata: { room: 'room-r' },
  });
  expect(out).toMatch(/^users +1 +1 /m);
  expect(user).toContain('"room": "room-r"');
});

test('failed rows are planned again with the mapping of their file, however that was written', async () => {
  await using rig = await refusingRig();
  const header = 'uid,name,role\n';
  const forms: readonly (readonly [form: string, name: string, text: string])[] = [
    ['encoding: latin-1', 'Jörg', 'uid;name;role\nu0;Jörg;captain\n'],
    ['skipLines: 1', 'One', `Of today\n${header}u1,One,captain\n`],
    ['header: false, fields: [uid, name, role]', 'Two', 'u2,Two,captain\n'],
    ['delimiter: "%"', 'Three', 'uid%name%role\nu3%Three%captain\n'],
    [`quote: "'"`, 'Four, or 4', `${header}u4,'Four, or 4',captain\n`],
    ['escape: backslash', 'Five "5"', `${header}u5,"Five \\"5\\"",captain\n`],
    ['comment: "#"', '#Six', 'name,uid,role\n# Of today\n"#Six",u6,captain\n'],
  ];
  const files = forms.map(([, , text], nth) =>
    rig.write(`users-${nth}.csv`, Buffer.from(text, 'latin1')),
  );
  const entries = forms.map(([form], nth) => `  users-${nth}.csv: { ${form} }\n`);
  const config = `--config=${rig.write('chatferry.yaml', `files:\n${entries.join('')}`)}`;

  await rig.cli(['import', ...files, config, ...rig.target]);
  expect(readdirSync(path.join(rig.job, 'failed'))).toEqual([
    '.inputs.json',
    ...files.map((file) => path.basename(file)),
  ]);
  await planFailed(rig, [config]);

  using plan = openPlan(path.join(rig.folder, 'repair/plan.sqlite'));
  const names = forms.map((_, nth) => {
    const found = plan.find('users', `u${nth}`);
    return found && recordOfEntry(entryOf(found.batch, found.index).wire)['name'];
  });
  expect(names).toEqual(forms.map(([, name]) => name));
});
