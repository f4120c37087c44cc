import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

const post = (id: string, more: object = {}) => ({
  id,
  by: 'ann',
  text: `Text ${id}`,
  at: 1_700_000_000,
  ...more,
});

const document = JSON.stringify({
  exported: '2026-01-02',
  rooms: {
    r1: { a: post('a', { hearts: 3 }), b: post('b') },
    r2: { c: post('c'), d: post('d') },
    r3: { e: post('e') },
  },
  pins: [{ of: 'a' }],
});

const configuration = (ignore: string): string => `
retentionMonths: none
onMissingUser: placeholder
onMissingGroup: placeholder
files:
  export.json:
    kinds:
      messages:
        - rows: rooms.r1.*
          columns: { $key: muid, by: sender, at: sentAt }
          constants: { receiver: r1, receiverType: group }
          ignore: [id, hearts]
        - rows: rooms.r3.*
          columns: { $key: muid, by: sender, at: sentAt }
          constants: { receiver: r3, receiverType: group }
          ignore: [id${ignore}]
`;

function args(rig: Rig, ignore = ''): string[] {
  return [
    rig.write('export.json', document),
    `--config=${rig.write('chatferry.yaml', configuration(ignore))}`,
  ];
}

test('rows that nothing reads are rejected by place and line, and values are listed', async () => {
  await using rig = await startRig();

  const text = await rig.cli(['plan', ...args(rig)]);
  const json = await rig.cli(['plan', ...args(rig), '--json']);

  expect(text.status).toBe(1);
  expect(text.out).toContain(
    'rooms.r2.* is a place of rows that nothing in the configuration reads: 2 messages.',
  );
  expect(text.out).toContain('ignore: ["rooms.r2.*"]');
  expect(text.out).toMatch(/Not read of .*export\.json: exported \(1 value\)\./);
  const { kinds, unread, accepted, problemsByCode } = JSON.parse(json.out) as {
    kinds: { messages: object };
    unread: object[];
    accepted: boolean;
    problemsByCode: object[];
  };
  expect(accepted).toBe(false);
  expect(kinds.messages).toMatchObject({ rows: 6, planned: 3, rejected: 3 });
  expect(problemsByCode).toContainEqual(expect.objectContaining({ code: 'not-read', count: 3 }));
  expect(unread).toMatchObject([{ kind: 'messages', place: 'exported', values: 1 }]);
  const rejects = rig.inJob('rejects.jsonl').trim().split('\n');
  expect(rejects.map((line) => JSON.parse(line) as object)).toMatchObject([
    { code: 'not-read', field: 'rooms.r2.*', line: 1, row: JSON.stringify(post('c')) },
    { code: 'not-read', field: 'rooms.r2.*', line: 1, row: JSON.stringify(post('d')) },
    { code: 'not-read', field: 'pins[*]', line: 1, row: '{"of":"a"}' },
  ]);
});

test('import sends nothing until they are ignored', async () => {
  await using rig = await startRig();

  const before = await rig.cli(['import', ...args(rig), ...rig.target]);
  expect(before.status).toBe(1);
  expect(rig.hasInJob('ledger.sqlite')).toBe(false);

  const after = await rig.cli(['plan', ...args(rig, ", 'rooms.r2', pins, exported")]);
  expect(after.status).toBe(0);
  expect(after.out).not.toContain('Not read');
});

test('a column that marks messages as deleted is named until a filter decides it', async () => {
  await using rig = await startRig();
  const rows = [
    post('a', { status: 'seen' }),
    post('b', { status: 'deleted' }),
    post('c', { status: 'seen', recalledAt: 1_700_000_009 }),
  ];
  const file = rig.write('messages.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
  const plan = async (mapping: string) => {
    const config = rig.write(
      'chatferry.yaml',
      `retentionMonths: none
onMissingUser: placeholder
onMissingGroup: placeholder
kinds:
  messages:
    columns: { id: muid, by: sender, at: sentAt }
    constants: { receiver: r1, receiverType: group }
    ${mapping}
`,
    );
    return rig.cli(['plan', file, `--config=${config}`]);
  };

  const undecided = await plan('ignore: [status, recalledAt]');
  expect(undecided.status).toBe(0);
  expect(undecided.out).toContain('status is "deleted" or the like in 1 of 3 rows');
  expect(undecided.out).toContain('only: { status: { not: ["deleted"] } }');
  expect(undecided.out).toContain('recalledAt is "1700000009" or the like in 1 of 3 rows');
  expect(undecided.out).toContain('only: { recalledAt: [null, 0] }');
  const decided = await plan('only: { status: { not: [deleted] }, recalledAt: [null, 0] }');
  expect(decided.out).not.toContain('or the like');
  expect(decided.out).toContain('1 message where status is deleted');
});
