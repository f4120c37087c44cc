import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Row } from '@chatferry/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobFolder, planRows, type RowsByKind, verifyJob } from '../src/index.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';
import { NOW, sent } from './support/undo-rig.ts';

/** `npm run test:long` asks for many more. */
const numRuns = Math.ceil(Number(process.env['PROPERTY_RUNS'] ?? 30) / 10);

const MESSAGES = 5;
const pairs = [
  ['ada', 'bob'],
  ['ada', 'cy'],
] as const;

/** Messages of the two conversations, some of which reply to an earlier one of theirs that need not be in the export. */
const messages = fc
  .uniqueArray(
    fc.record({
      pair: fc.nat(pairs.length - 1),
      nth: fc.nat(MESSAGES - 1),
      turns: fc.boolean(),
      parent: fc.option(fc.nat(MESSAGES - 1)),
    }),
    { selector: ({ pair, nth }) => `${pair} ${nth}`, maxLength: pairs.length * MESSAGES },
  )
  .map((rows) =>
    rows.map(({ pair, nth, turns, parent }): Row => {
      const [sender, receiver] = turns ? pairs[pair]!.toReversed() : pairs[pair]!;
      const metadata = parent === null ? {} : { metadata: { parentMuid: `m${pair}-${parent}` } };
      return {
        muid: `m${pair}-${nth}`,
        sender,
        receiver,
        receiverType: 'user',
        data: { text: `Text ${nth}`, ...metadata },
        sentAt: NOW + nth,
      };
    }),
  );
const blocks = fc.uniqueArray(fc.constantFrom(['ada', 'bob'], ['bob', 'ada'], ['cy', 'ada']), {
  selector: (pair) => pair.join(' '),
});

const anyExport = fc.record({ messages, blocks }).map((rows): RowsByKind => ({
  users: ['ada', 'bob', 'cy'].map((uid) => ({ uid, name: uid })),
  messages: rows.messages,
  blocks: rows.blocks.map(([uid, blocked]) => ({ uid, blocked })),
}));

async function land(rig: JobRig, name: string): Promise<void> {
  rig.useJob(name);
  await sent(rig, Infinity);
  expect(readFileSync(jobFolder(rig.job).errors, { encoding: 'utf8', flag: 'a+' })).toBe('');
}

function muidsIn(rows: RowsByKind): string[] {
  return (rows['messages'] as Row[]).map(({ muid }) => muid as string);
}

test('whatever threads and blocks two exports have, their messages land once, and those of the delta in order', async () => {
  await fc.assert(
    fc.asyncProperty(anyExport, anyExport, fc.boolean(), async (one, two, isPart) => {
      await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
      await planRows(structuredClone(one), { job: rig.job, threads: 'reply' });
      await land(rig, 'job');
      const second = structuredClone(two) as Record<string, Row[]>;
      if (isPart) second['users'] = [];

      const night = path.join(rig.folder, 'night');
      await planRows(second as RowsByKind, { job: night, after: rig.job });
      await land(rig, 'night');

      const held = rig.service.db
        .prepare("SELECT muid FROM messages WHERE category <> 'action' ORDER BY muid")
        .all();
      const expected = new Set([...muidsIn(one), ...muidsIn(two)]);
      expect(held.map(({ muid }) => muid)).toEqual([...expected].toSorted());
      const { complete } = await verifyJob({ job: night, target: rig.target });
      expect(complete).toBe(true);
    }),
    { numRuns, endOnFailure: true },
  );
});
