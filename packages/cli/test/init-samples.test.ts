import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startRig } from './support/rig.ts';
import { type Key, scoreDraft } from './support/score-draft.ts';

const samples = path.join(import.meta.dirname, '../../../samples');
/** Exports that are only scored. */
const exports = path.join(import.meta.dirname, 'exports');

/** Of a sample: what its columns mean, and what a person changes in the draft. */
interface Expected {
  readonly columns: Key;
  /** Lines of the draft, without blanks around them, and what is written instead. */
  readonly edits: readonly { readonly line: string; readonly becomes: string }[];
  /** Rows that land, by kind. */
  readonly lands: Readonly<Record<string, number>>;
  /** Share of the columns that the draft has to be right about. */
  readonly least?: number;
}

const MOST_EDITS = 5;

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

  test('lands after a few edits, and verify finds no difference', async () => {
    await using rig = await startRig({ retentionMonths: 'none' });
    const config = path.join(rig.folder, 'chatferry.yaml');
    await rig.cli(['init', folder, `--config=${config}`]);
    expect(expected.edits.length).toBeLessThanOrEqual(MOST_EDITS);
    rig.write('chatferry.yaml', edited(readFileSync(config, 'utf8'), expected.edits));

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

/** Each edit changes one line. */
function edited(draft: string, edits: Expected['edits']): string {
  const lines = draft.split('\n');
  for (const { line, becomes } of edits) {
    const found = lines.flatMap((each, index) => (each.trim().startsWith(line) ? [index] : []));
    expect({ line, found }).toMatchObject({ found: [expect.any(Number)] });
    lines[found[0]!] = lines[found[0]!]!.replace(
      /^(\s*).*$/,
      (_, blanks: string) => `${blanks}${becomes}`,
    );
  }
  return lines.join('\n');
}
