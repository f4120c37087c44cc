import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

const sentAt = Math.floor(Date.now() / 1000) - 3600;

/** Members and messages inside of channels, with what the channels are after them. */
const workspace = {
  channels: [
    {
      members: ['ann', 'bob'],
      messages: [
        { id: 1, by: 'ann', text: 'Hi', at: sentAt },
        { id: 2, by: 'bob', text: 'Ho', at: sentAt },
      ],
      id: 'one',
      name: 'One',
    },
    { id: 'two', name: 'Two', members: [], messages: [] },
    {
      members: ['bob'],
      messages: [{ id: 3, by: 'bob', text: '?', at: sentAt }],
      id: 3,
      name: 'Three',
    },
  ],
  users: [
    { id: 'ann', name: 'Ann' },
    { id: 'bob', name: 'Bob' },
  ],
  team: { name: 'acme' },
};

const kinds = `
      users: { rows: 'users[*]', columns: { id: uid } }
      groups: { rows: 'channels[*]', columns: { id: guid }, constants: { type: public } }
      members: { rows: 'channels[*].members[*]', columns: { .: uid, ^.id: guid } }
      messages:
        rows: channels[*].messages[*]
        columns: { by: sender, ^.id: receiver, at: sentAt }
        ignore: [id]
        constants: { receiverType: group }
        convert: { muid: { template: '{^.^.team.name}-{^.id}-{id}' } }
`;

const configuration = `files:\n  export.json:\n    kinds:${kinds}`;

async function planned(rig: Rig, name: string, content: string, yaml = configuration) {
  const config = `--config=${rig.write('chatferry.yaml', yaml)}`;
  return rig.cli(['plan', rig.write(name, content), config, '--json']);
}

test.each([undefined, 2])(
  'rows inside of rows read the fields around them (indent %s)',
  async (indent) => {
    await using rig = await startRig();
    const text = JSON.stringify(workspace, undefined, indent);

    const { status, out, err } = await planned(rig, 'export.json', text);

    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      kinds: {
        users: { rows: 2, planned: 2 },
        groups: { rows: 3, planned: 3 },
        members: { rows: 3, planned: 3 },
        messages: { rows: 3, planned: 3 },
      },
    });
    const message = await rig.cli(['explain', 'messages:acme-3-3']);
    const line = text.split('\n').findIndex((each) => each.includes('"id": 3')) + 1;
    expect(message.out).toContain(
      indent === undefined ? 'export.json:1' : `export.json:${line - 1}`,
    );
    expect(message.out).toContain('"receiver": "3"');
  },
);

test('a rejected row has its line and its own text, without the rows of other kinds in it', async () => {
  await using rig = await startRig();
  const text = JSON.stringify(
    {
      channels: [{ members: ['ann'], name: 'No id', messages: [{ id: 1 }] }, workspace.channels[0]],
      users: workspace.users,
      team: workspace.team,
    },
    undefined,
    1,
  );

  await planned(rig, 'export.json', text);

  const rejects = rig
    .inJob('rejects.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; line: number; row: string });
  const group = rejects.find(({ kind }) => kind === 'groups');
  expect(group?.line).toBe(3);
  expect(JSON.parse(group!.row)).toEqual({ members: null, name: 'No id', messages: null });
  expect(rejects.find(({ kind }) => kind === 'members')).toMatchObject({ line: 5, row: '"ann"' });
});

test('lines of NDJSON hold rows too, and a broken line spoils only itself', async () => {
  await using rig = await startRig();
  const lines = [
    JSON.stringify({
      rooms: [{ people: [{ u: 'ann' }, { u: 'bob' }], id: 'r1', name: 'R1' }],
      by: 'x',
    }),
    '{"rooms":[{"people":[{"u":"ann"},{"u":"bo',
    JSON.stringify({ rooms: [{ people: [{ u: 'bob' }], id: 'r2', name: 'R2' }] }),
  ];
  const yaml = `
onMissingUser: placeholder
files:
  dump.ndjson:
    kinds:
      groups: { rows: 'rooms[*]', columns: { id: guid }, constants: { type: public } }
      members: { rows: 'rooms[*].people[*]', columns: { u: uid, ^.id: guid } }
`;

  const { out } = await planned(rig, 'dump.ndjson', lines.join('\n'), yaml);

  expect(JSON.parse(out)).toMatchObject({
    kinds: {
      groups: { rows: 3, planned: 2, rejected: 1 },
      members: { rows: 5, planned: 3, rejected: 2 },
    },
  });
  expect((await rig.cli(['explain', 'members:r2_member_bob'])).out).toContain('dump.ndjson:3');
});

test('a path that leads outside of the document is reported', async () => {
  await using rig = await startRig();
  const yaml = configuration.replace('^.id: guid', '^.^.^.id: guid');

  const { status, err, out } = await planned(rig, 'export.json', JSON.stringify(workspace), yaml);

  expect(err + out).toContain(
    'files.export.json.kinds.members.columns: no row that is read has a column \\"^.^.^.id\\"',
  );
  expect(status).toBe(2);
});

test('a list that the document does not have is reported with a fix', async () => {
  await using rig = await startRig();
  const yaml = configuration.replace('users[*]', 'people[*]');

  const { status, out } = await planned(rig, 'export.json', JSON.stringify(workspace), yaml);

  expect(out).toContain('has no list at people[*]');
  expect(out).toContain('Correct rows in the configuration');
  expect(status).toBe(2);
});
