import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfiguration } from '@chatferry/configuration';
import { type Rig, startRig } from './support/rig.ts';

/** The sums and the problems of a plan, and the plan's own name for all that it would send. */
async function planOf(rig: Rig, ...args: string[]): Promise<object> {
  const { out } = await rig.cli(['plan', ...args, '--retention-months=none', '--json']);
  const { kinds, causes, plan } = JSON.parse(out) as Record<string, object>;
  return { kinds, causes, plan };
}

test('a folder in the form of the service is left alone, and plans the same with and without a draft', async () => {
  await using rig = await startRig();
  const folder = path.join(import.meta.dirname, '../../../samples/quickstart');
  const config = path.join(rig.folder, 'chatferry.yaml');

  const { out } = await rig.cli(['init', folder, `--config=${config}`]);
  const drafted = await planOf(rig, `--config=${config}`);
  const plain = await planOf(rig, folder, `--config=${rig.write('empty.yaml', '')}`);

  expect(drafted).toEqual(plain);
  expect(drafted).toMatchObject({ kinds: { users: { rows: 337 }, messages: { rows: 6035 } } });
  expect(out).toContain('users.csv: users, in the form of the service, which needs no mapping');
  const { files } = await readConfiguration(config);
  const entries = Object.values(files!).filter((entry) => entry.skip === undefined);
  expect(entries).toEqual(Array.from({ length: 8 }, () => ({})));
});

const samples = path.join(import.meta.dirname, '../../../samples');

test.each(
  readdirSync(samples).filter((name) => existsSync(path.join(samples, name, 'chatferry.yaml'))),
)(
  'the sample %s, which has a configuration of its own, plans the same with an accepted draft',
  async (name) => {
    await using rig = await startRig();
    const sample = path.join(samples, name);
    const { accepts } = parse(readFileSync(path.join(sample, 'expected.yaml'), 'utf8')) as {
      accepts: string[];
    };
    const mapping = accepts.filter((each) => !/^(onMissing|senderNot)/.test(each));
    const config = path.join(rig.folder, 'chatferry.yaml');
    const folder = path.join(sample, 'export');

    await rig.cli(['init', folder, `--config=${config}`, `--accept=${mapping.join(',')}`]);

    const drafted = await planOf(rig, folder, `--config=${config}`);
    expect(drafted).toEqual(
      await planOf(rig, folder, `--config=${path.join(sample, 'chatferry.yaml')}`),
    );
  },
);

test.each([
  [
    'metadata with any keys',
    'users.ndjson',
    [{ uid: 'u1', name: 'N', metadata: { plan: 'gold' } }],
  ],
  [
    'metadata next to other columns',
    'users.ndjson',
    [{ uid: 'u1', name: 'N', metadata: { a: { b: [1] } }, mood: 'fine' }],
  ],
  ['numbers that are ids', 'users.json', [{ uid: 17, name: 'N', metadata: { plan: 'gold' } }]],
  [
    'an empty object of another system',
    'users.json',
    [{ uid: 'u1', name: 'N', __collections__: {} }],
  ],
  ['a key that is always null', 'users.json', [{ uid: 'u1', name: 'N', nickname: null }]],
])(
  'the untouched draft carries %s',
  async (_, name, rows: { uid: unknown; metadata?: object }[]) => {
    await using rig = await startRig();
    const text = name.endsWith('.json') ? JSON.stringify(rows) : `${JSON.stringify(rows[0])}\n`;
    const file = rig.write(name, text);

    const { out, err } = await rig.cli(['init', file, '--stdout']);
    const config = rig.write('chatferry.yaml', out);
    const { status } = await rig.cli(['plan', `--config=${config}`]);

    expect(status).toBe(0);
    const [, sent] = /as they would be sent:\n {2}(.*)/.exec(err)!;
    const { uid, metadata } = JSON.parse(sent!) as { uid: string; metadata?: object };
    expect({ uid, metadata }).toEqual({ uid: String(rows[0]!.uid), metadata: rows[0]!.metadata });
  },
);

test.each([
  ['times in milliseconds', 'uid,name,createdAt\nu1,Ann,1700000000000\n', 'times'],
  ['roles of another system', 'guid,uid,scope\ng1,u1,Eigentümer\ng1,u2,Mitglied\n', 'convert'],
])('%s are no form of the service', async (_, text, section) => {
  await using rig = await startRig();
  const file = rig.write(text.startsWith('guid') ? 'members.csv' : 'users.csv', text);

  const { out } = await rig.cli(['init', file, '--stdout', '--quiet']);

  const { files } = parse(out) as { files: Record<string, object> };
  expect(files[path.basename(file)]).toHaveProperty(section);
  expect(out).not.toContain('in the form of the service');
});

test('the draft of a file in the form of the service says so', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name\nu1,Ann\n');
  const config = path.join(rig.folder, 'chatferry.yaml');

  await rig.cli(['init', file, `--config=${config}`, '--quiet']);

  expect(readFileSync(config, 'utf8')).toContain(
    '# Users: in the form of the service, read as they are.\n  users.csv: {}',
  );
});
