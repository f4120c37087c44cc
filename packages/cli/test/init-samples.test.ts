import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startRig } from './support/rig.ts';
import { type Key, scoreDraft } from './support/score-draft.ts';

const samples = path.join(import.meta.dirname, '../../../samples');
/** Exports that are only scored. */
const exports = path.join(import.meta.dirname, 'exports');

/** Of a sample: what its columns mean, and what a person decides. */
interface Expected {
  readonly columns: Key;
  /** The proposals that are accepted. */
  readonly accepts: readonly string[];
  /** Rows that land, by kind. */
  readonly lands: Readonly<Record<string, number>>;
  /** Share of the columns that the draft has to be right about. */
  readonly least?: number;
}

const MOST_DECISIONS = 5;

const good = { status: 0, wrong: [], isGood: true };

const names = readdirSync(samples).filter((name) =>
  existsSync(path.join(samples, name, 'expected.yaml')),
);

// A new sample is a folder with an export and an expected.yaml.
describe.each(names)('the draft for the sample %s', (name) => {
  const folder = path.join(samples, name, 'export');
  const expected = expectedOf(path.join(samples, name));

  test('is right about the columns, and certain of nothing wrong', async () => {
    expect(await scoreOf(folder, expected)).toMatchObject(good);
  });

  test('lands without an edit after a few decisions, and verify finds no difference', async () => {
    await using rig = await startRig({ retentionMonths: 'none' });
    const config = path.join(rig.folder, 'chatferry.yaml');
    const { accepts } = expected;
    expect(accepts.length).toBeLessThanOrEqual(MOST_DECISIONS);
    const accept = accepts.length === 0 ? [] : [`--accept=${accepts.join(',')}`];
    await rig.cli(['init', folder, `--config=${config}`, ...accept]);

    const options = [`--config=${config}`, '--retention-months=none', ...rig.target];
    const imported = await rig.cli(['import', ...options, '--json']);
    const verified = await rig.cli(['verify', `--config=${config}`, ...rig.target]);

    expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
    expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
    const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as {
      kinds: Record<string, { created: number }>;
    };
    const landed = Object.entries(kinds).filter(([, { created }]) => created > 0);
    expect(Object.fromEntries(landed.map(([kind, { created }]) => [kind, created]))).toEqual(
      expected.lands,
    );
  });
});

test.each(readdirSync(exports))(
  'the draft for the export %s is certain of nothing wrong',
  async (name) => {
    const folder = path.join(exports, name);
    expect(await scoreOf(path.join(folder, 'export'), expectedOf(folder))).toMatchObject(good);
  },
);

function expectedOf(folder: string): Expected {
  return parse(readFileSync(path.join(folder, 'expected.yaml'), 'utf8')) as Expected;
}

async function scoreOf(folder: string, { columns: key, least = 0.9 }: Expected): Promise<object> {
  await using rig = await startRig();
  // The preview is printed, too: no export may stop it.
  const { status, out } = await rig.cli(['init', folder, '--stdout']);
  const { columns, right, missed, wrong } = scoreDraft(out, key);
  return { status, wrong, missed, isGood: right / columns >= least };
}
