import { expect, test } from 'vitest';
import { planFiles } from '../src/index.ts';
import { type Rig, startRig } from './support/rig.ts';

async function planned(rig: Rig, yaml: string, ...files: string[]) {
  const config = rig.write('chatferry.yaml', yaml);
  return rig.cli(['plan', ...files, `--config=${config}`]);
}

test('a renamed column that no file has is refused before planning, with its place', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name,created_on\nada,Ada,1700000000\n');
  const yaml = 'kinds: { users: { columns: { create_on: createdAt }, ignore: [created_on] } }';

  const { status, err } = await planned(rig, yaml, file);

  expect(status).toBe(2);
  expect(err).toContain(
    'kinds.users.columns: the file has no column "create_on". Did you mean "created_on"?',
  );
  expect(rig.hasInJob('plan.sqlite')).toBe(false);
});

test('one that another file of the kind has is right', async () => {
  await using rig = await startRig();
  const files = [
    rig.write('users-1.csv', 'uid,name\nada,Ada\n'),
    rig.write('users-2.csv', 'user_id,name\nbob,Bob\n'),
    rig.write('groups.csv', 'guid,name,type\nchess,Chess,public\n'),
  ];

  const { status, err } = await planned(
    rig,
    'kinds: { users: { columns: { user_id: uid } } }',
    ...files,
  );

  expect(status).toBe(0);
  expect(err).not.toContain('columns');
});

test('an ignored column that does not exist is reported, and the similar column is planned', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name,metadata\nada,Ada,{}\n');

  const { status, err } = await planned(rig, 'files: { users.csv: { ignore: [metdata] } }', file);

  expect(status).toBe(0);
  expect(err).toContain(
    'files.users.csv.ignore: the file has no column "metdata". Did you mean "metadata"?',
  );
});

test('a constant for no field is one refusal, not one of each row', async () => {
  await using rig = await startRig();
  const file = rig.write('users.ndjson', '{"uid":"ada","name":"Ada"}\n');

  const { status, err } = await planned(rig, 'kinds: { users: { constants: { rol: x } } }', file);

  expect(status).toBe(2);
  expect(err).toContain(
    'kinds.users.constants: "rol" is not a field of users. Did you mean "role"?',
  );
});

test('JSON output has the faults as well', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name\nada,Ada\n');
  const planning = planFiles([file], {
    job: rig.job,
    mappings: { users: { columns: { nick: 'avatar' } } },
  });

  await expect(planning).rejects.toMatchObject({
    name: 'JobError',
    message: 'mappings.users.columns: the file has no column "nick".',
  });
});

test.each(['json', 'ndjson'])(
  'in %s a renamed field that no row has is refused as in CSV',
  async (format) => {
    await using rig = await startRig();
    const row = '{"login":"ada","name":"Ada"}';
    const file = rig.write(`users.${format}`, format === 'json' ? `[${row}]` : row);

    const slip = await planned(rig, 'kinds: { users: { columns: { logn: uid } } }', file);
    const right = await planned(rig, 'kinds: { users: { columns: { login: uid } } }', file);

    expect(slip.status).toBe(2);
    expect(slip.err).toContain(
      'kinds.users.columns: no row that is read has a column "logn". Did you mean "login"?',
    );
    expect(right).toMatchObject({
      status: 0,
      err: expect.not.stringContaining('columns') as string,
    });
  },
);

test('a column that only filtered rows have is not called missing in the file', async () => {
  await using rig = await startRig();
  const rows = ['{"uid":"ada","on":"yes"}', '{"uid":"bob","on":"no","nick":"B"}'];
  const file = rig.write('users.ndjson', rows.join('\n'));
  const yaml = 'kinds: { users: { columns: { nick: name }, only: { on: [yes] }, ignore: [on] } }';

  const { err } = await planned(rig, yaml, file);

  expect(err).toContain('kinds.users.columns: no row that is read has a column "nick".');
  expect(err).not.toContain('the file has no column');
});

test('an ignored field that no row of JSON has is a warning', async () => {
  await using rig = await startRig();
  const file = rig.write('users.ndjson', '{"uid":"ada","name":"Ada"}');

  const { status, err } = await planned(rig, 'kinds: { users: { ignore: [zzz] } }', file);

  expect(status).toBe(0);
  expect(err).toContain('kinds.users.ignore: no row that is read has a column "zzz".');
});

test('a field that only a late row has, read by another thread, is there', async () => {
  await using rig = await startRig();
  const rows = Array.from(
    { length: 20_000 },
    (_, n) => `{"uid":"u${n}","name":"Name of ${n}, who is one of many"}`,
  );
  const file = rig.write(
    'users.ndjson',
    [...rows, '{"uid":"z","name":"Z","picture":"https://a.org/z"}'].join('\n'),
  );

  const { status, err } = await planned(
    rig,
    'kinds: { users: { columns: { picture: avatar } } }',
    file,
  );

  expect(status).toBe(0);
  expect(err).not.toContain('picture');
});

const nested = '{"id":{"value":"a"},"name":"Ann","gone":null}\n';

test.each([
  [
    'a path that no row has',
    'columns: { "id.value": uid, profile.nick: avatar }',
    2,
    'kinds.users.columns: no row that is read has a column "profile.nick".',
  ],
  [
    'a filter for a column that no row has',
    'columns: { "id.value": uid }, only: { gone: empty, deleted_at: empty }',
    0,
    'kinds.users.only: no row that is read has a column "deleted_at".',
  ],
  [
    'a conversion of a column that no row has',
    'columns: { "id.value": uid }, ignore: [gone], convert: { link: { template: "{id.value}/{nick}" } }',
    2,
    'kinds.users.convert: no row that is read has a column "nick".',
  ],
  [
    'a conversion for a field that the kind does not have',
    'columns: { "id.value": uid }, ignore: [gone], convert: { nick: { prefix: x } }',
    2,
    'kinds.users.convert: "nick" is not a field of users.',
  ],
  [
    'a value that no row has',
    'columns: { "id.value": uid }, ignore: [gone], convert: { name: { values: { Ann: Anna, Bob: Robert } } }',
    0,
    'kinds.users.convert.name.values: no row has the value "Bob".',
  ],
  [
    'a value of a filter that no row has',
    'columns: { "id.value": uid }, only: { name: { not: [bot, robot] }, gone: empty }',
    0,
    'kinds.users.only.name: no row has the value "robot". Rows have "Ann".',
  ],
])('in JSON %s is reported with its place', async (_, mapping, status, expected) => {
  await using rig = await startRig();
  const file = rig.write('users.ndjson', nested);

  const ended = await planned(rig, `kinds: { users: { ${mapping} } }`, file);

  expect(ended.err).toContain(expected);
  expect(ended.status).toBe(status);
});

test('a filter on a path that rows have is not reported', async () => {
  await using rig = await startRig();
  const file = rig.write('users.ndjson', '{"uid":"a","name":"Ann","state":{"gone":false}}\n');
  const mapping = 'only: { state.gone: { not: true } }, ignore: [state]';

  const { err, status } = await planned(rig, `kinds: { users: { ${mapping} } }`, file);

  expect(err).not.toContain('state.gone');
  expect(status).toBe(0);
});

test('a conversion for a field that no column fills is reported', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name\na,Ann\n');
  const rules = 'name: { prefix: x }, link: { prefix: x }, role: { default: editor }';

  const { status, err } = await planned(rig, `kinds: { users: { convert: { ${rules} } } }`, file);

  expect(status).toBe(0);
  expect(err).toContain(
    'kinds.users.convert: no column is read into "link", so that there is nothing to convert.',
  );
  expect(err.match(/nothing to convert/g)).toHaveLength(1);
});

test.each([
  [
    'columns: { nme: name }',
    'kinds.users.columns: the file has no column "nme". Did you mean "name"?',
  ],
  [
    'only: { deletd: empty }',
    'kinds.users.only: the file has no column "deletd". Did you mean "deleted"?',
  ],
  [
    'convert: { name: { join: [frst, last] } }',
    'kinds.users.convert: the file has no column "frst". Did you mean "first"?',
  ],
])('in CSV %s is refused before planning', async (mapping, expected) => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name,deleted,first,last\na,Ann,,A,B\n');

  const { status, err } = await planned(rig, `kinds: { users: { ${mapping} } }`, file);

  expect(status).toBe(2);
  expect(err).toContain(expected);
  expect(rig.hasInJob('plan.sqlite')).toBe(false);
});

test('a path into a cell of CSV is looked for in the rows', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,profile\na,"{""name"":""Ann""}"\n');

  const slip = await planned(
    rig,
    'kinds: { users: { columns: { profile.name: name, profile.nick: link } } }',
    file,
  );
  const right = await planned(rig, 'kinds: { users: { columns: { profile.name: name } } }', file);

  expect(slip.err).toContain(
    'kinds.users.columns: no row that is read has a column "profile.nick".',
  );
  expect(slip.status).toBe(2);
  expect(right.status).toBe(0);
  expect(right.err).not.toContain('columns');
});
