import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const samples = path.join(import.meta.dirname, '../../../samples');

/** Samples whose configuration maps them, with the rows that land. */
const mapped = {
  mysql: {
    users: { rows: 4, created: 4, filtered: 0 },
    messages: { rows: 5, created: 5, filtered: 0 },
    deactivations: { rows: 2, created: 2, filtered: 0 },
  },
  'names-inline': {
    messages: { rows: 4, created: 4, filtered: 0 },
  },
};

describe.each(Object.entries(mapped))('the sample %s', (name, expected) => {
  test('lands as its configuration says, and verify finds no difference', async () => {
    await using rig = await startRig({ retentionMonths: 'none' });
    const folder = path.join(samples, name);
    const config = `--config=${path.join(folder, 'chatferry.yaml')}`;

    const imported = await rig.cli([
      'import',
      path.join(folder, 'export'),
      config,
      ...rig.target,
      '--json',
    ]);
    const verified = await rig.cli(['verify', config, ...rig.target]);

    expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
    const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
    expect(kinds).toMatchObject(expected);
    expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
  });
});
