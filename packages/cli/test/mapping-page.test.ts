import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type InputKind, inputKinds } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { describe, expect, test } from 'vitest';
import { recordsOfRows } from './support/records-of-rows.ts';
import { startRig } from './support/rig.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/mapping.md'), 'utf8');

/** What the names of results begin with that are not from rows. */
const MADE = 'made-';

interface Example {
  readonly title: string;
  readonly configuration: string;
  readonly configurationFile: string;
  /** Name → content. */
  readonly files: readonly (readonly [string, string])[];
  /** What comes of them, by the word after the language: records by kind, or a line of the report. */
  readonly results: readonly (readonly [string, string])[];
}

/** Each section with a configuration: blocks of files carry a name, and the results come last. */
const examples = page.split(/^#{2,3} /m).flatMap((section): Example[] => {
  const blocks = [...section.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm)];
  const [first] = blocks;
  if (first?.[1] !== 'yaml' && first?.[1] !== 'ts') return [];
  const named = blocks.slice(1).map(([, , name, text]) => [name!, text!] as const);
  return [
    {
      title: section.split('\n', 1)[0]!,
      configuration: first[3]!,
      configurationFile: first[1] === 'ts' ? 'chatferry.config.ts' : 'chatferry.yaml',
      files: named.filter(([name]) => name.includes('.')),
      results: named.filter(([name]) => !name.includes('.')),
    },
  ];
});

describe('the examples of docs/mapping.md', () => {
  test('are found', () => {
    expect(examples.length).toBeGreaterThan(4);
    expect(examples.filter(({ files, results }) => files.length * results.length === 0)).toEqual(
      [],
    );
  });

  test.each(examples)('$title', async ({ configuration, configurationFile, files, results }) => {
    await using rig = await startRig();
    const config = rig.write(configurationFile, configuration);
    const inputs = files.map(([name, content]) => rig.write(name, content));
    const { status, out, err } = await rig.cli([
      'plan',
      ...inputs,
      `--config=${config}`,
      '--on-missing-user=placeholder',
      '--retention-months=none',
    ]);

    expect({ status, out, err: err.includes('no row has') }).toMatchObject({
      status: 0,
      err: false,
    });
    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    const records = results.filter(([name]) => kindOf(name) !== undefined);
    const lines = results
      .filter(([name]) => kindOf(name) === undefined)
      .map(([, text]) => text.trim());
    expect(
      records.map(([name]) => recordsOfRows(plan, kindOf(name)!, name.startsWith(MADE))),
    ).toEqual(records.map(([, text]) => JSON.parse(text) as unknown));
    expect(lines.filter((line) => !out.includes(line))).toEqual([]);
  });
});

/** The kind, also of `made-users`. */
function kindOf(name: string): InputKind | undefined {
  return inputKinds.find((each) => each === name.replace(MADE, ''));
}
