import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { recordsOfRows } from './support/records-of-rows.ts';
import { startRig } from './support/rig.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/documents.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm)];
const textOf = (language: string): string =>
  blocks.find(([, found, name]) => found === language && name === undefined)![3]!;

interface Draft {
  readonly files: Readonly<Record<string, { readonly kinds: object }>>;
}

test('init drafts the configuration of docs/documents.md', async () => {
  await using rig = await startRig();
  const file = rig.write('export.json', textOf('json'));
  const config = path.join(rig.folder, 'chatferry.yaml');
  const accepted = /--accept (\S+)/.exec(page)![1]!;
  const init = ['init', file, `--config=${config}`];

  const first = await rig.cli(init);
  await rig.cli([...init, `--accept=${accepted}`]);

  expect(first.out.match(/certain/g)).toHaveLength(4);
  const drafted = parse(readFileSync(config, 'utf8')) as Draft;
  const shown = parse(textOf('yaml')) as Draft;
  expect(drafted).toMatchObject({ retentionMonths: 'none', twoPersonGroups: 'direct' });
  expect(Object.values(drafted.files).map(({ kinds }) => kinds)).toEqual([
    shown.files['export.json']!.kinds,
  ]);
});

test('the example of docs/documents.md lands as the page says and verifies, and so does a delta', async () => {
  await using rig = await startRig({ retentionMonths: 'none' });
  const file = rig.write('export.json', textOf('json'));
  const config = rig.write('chatferry.yaml', textOf('yaml'));

  const sent = await rig.cli(['import', file, `--config=${config}`, ...rig.target]);
  expect(sent).toMatchObject({ status: 0 });

  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  for (const [, , kind, json] of blocks.filter(
    ([, language, name]) => language === 'json' && name !== undefined,
  ))
    expect([kind, recordsOfRows(plan, kind as InputKind)]).toEqual([kind, JSON.parse(json!)]);

  expect(await rig.cli(['verify', ...rig.target])).toMatchObject({ status: 0 });

  const further =
    '"-NrtSCo0DDDDDDDDDDDD": { "sender": "Bm4dRzPq8WyN5vXoC2uJtHgLs6k1", "text": "Still hot" },';
  const later = rig.write(
    'export.json',
    textOf('json').replace('"-NrtSCnFCCCCCCCCCCCC"', `${further} $&`),
  );
  const next = `--job=${path.join(rig.folder, 'next')}`;
  const delta = ['import', later, `--config=${config}`, `--after=${rig.job}`, next, ...rig.target];
  const again = await rig.cli(delta);
  expect(again).toMatchObject({ status: 0 });
  expect(again.out).toMatch(/^messages +4 +1 +2 /m);
  expect(await rig.cli(['verify', next, ...rig.target])).toMatchObject({ status: 0 });
});
