import path from 'node:path';
import { entryOf, openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';

const configuration = `
onMissingUser: placeholder
retentionMonths: none
kinds:
  messages:
    columns: { from: sender, to: receiver, at: sentAt }
    constants: { receiverType: user }
    convert: { muid: { hash: [from, to, at, text] } }
`;

/** Enough rows for several threads, with one row again and again. */
function rows(count: number): string[] {
  return Array.from({ length: count }, (_, n) => (n % 3000 === 7 ? equal : textOf(n)));
}

function textOf(n: number): string {
  return `ann,bob,${1_700_000_000 + n},text of ${n} ${'x'.repeat(90)}`;
}

const equal = 'ann,bob,1700000000,ok';

/** The id that each line of the file got. */
async function idsByLine(rig: Rig, lines: readonly string[]): Promise<Map<number, string>> {
  const file = rig.write('messages.csv', ['from,to,at,text', ...lines, ''].join('\n'));
  const config = rig.write('chatferry.yaml', configuration);
  const { status } = await rig.cli(['plan', file, `--config=${config}`]);
  expect(status).toBe(0);
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const ids = new Map<number, string>();
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches('messages', lane))
      for (const [index, { line }] of batch.origins.entries())
        ids.set(line, entryOf(batch, index).id);
  return ids;
}

test('equal messages are numbered in file order by all threads, and a longer export keeps the ids', async () => {
  await using rig = await startRig();
  const [shorter, longer] = [rows(18_000), rows(24_000)];

  const ids = await idsByLine(rig, shorter);
  const idsOfLonger = await idsByLine(rig, longer);

  const lines = shorter.flatMap((row, index) => (row === equal ? [index + 2] : []));
  const base = ids.get(lines[0]!)!;
  expect(base).toMatch(/^[0-9a-f]{32}$/);
  expect(lines.map((line) => ids.get(line))).toEqual([
    base,
    ...[2, 3, 4, 5, 6].map((number) => `${base}-${number}`),
  ]);
  expect(ids.size).toBe(shorter.length);
  expect(new Set(idsOfLonger.values()).size).toBe(longer.length);
  expect([...ids].filter(([line, id]) => idsOfLonger.get(line) !== id)).toEqual([]);
});
