import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  comparedFields,
  type Kind,
  kinds,
  kindsInOrder,
  notComparedFields,
} from '@chatferry/contract';
import type { DifferenceLine, KindComparison } from '@chatferry/job/planned';
import { expect, test } from 'vitest';
import { type Rig, startRig } from './support/rig.ts';
import { additions } from './tampering/additions.ts';
import { type Change, expected, outcome } from './tampering/change.ts';
import { countsAsSame } from './tampering/exceptions.ts';
import { recordOf, writeExport } from './tampering/export.ts';
import { messageChanges } from './tampering/messages.ts';
import { profileChanges } from './tampering/profiles.ts';
import { relationChanges } from './tampering/relations.ts';
import { updateChanges } from './tampering/updates.ts';

const root = path.join(import.meta.dirname, '../../..');

const changes: readonly Change[] = [...profileChanges, ...relationChanges, ...messageChanges];

interface Found {
  readonly status: number | null;
  readonly kinds: readonly KindComparison[];
  /** `kind id` with what was found, in the form of an expected finding. */
  readonly records: ReadonlyMap<string, string>;
}

async function verified(rig: Rig, options: readonly string[]): Promise<Found> {
  const { status, out } = await rig.cli(['verify', ...rig.target, '--json', ...options]);
  const job = options.find((each) => each.startsWith('--job=')) ?? `--job=${rig.job}`;
  const lines = readFileSync(`${job.slice('--job='.length)}/differences.jsonl`, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as DifferenceLine);
  const records = new Map<string, string>();
  for (const [record, of] of Map.groupBy(lines, ({ kind, id }) => `${kind} ${id}`))
    records.set(
      record,
      of.map(({ field, held }) => field || (held === 0 ? 'missing' : 'doubled')).join(' and '),
    );
  return { status, kinds: (JSON.parse(out) as { kinds: KindComparison[] }).kinds, records };
}

function extraOf(found: readonly KindComparison[], kind: Kind): number {
  return found.find((each) => each.kind === kind)!.extra;
}

/**
 * Makes all changes, and compares what one verification finds with what it must find.
 *
 * @param also other records that the changes concern, as `kind id`
 */
async function expectEachAlone(
  rig: Rig,
  made: readonly Change[],
  options: readonly string[],
  also: readonly string[] = [],
): Promise<Found> {
  const fresh = await verified(rig, options);
  expect([fresh.status, ...fresh.records]).toEqual([0]);
  for (const { sql } of made) rig.service.db.exec(sql);

  const found = await verified(rig, options);

  expect(made.map((change) => outcome(change, found.records.get(recordOf(change)) ?? ''))).toEqual(
    made.map((change) => outcome(change, expected(change))),
  );
  const wanted = new Set(made.map(recordOf));
  expect([...found.records.keys()].filter((record) => !wanted.has(record))).toEqual(also);
  for (const { kind, same, different, missing, doubled, planned } of found.kinds) {
    const wrong = [...found.records].filter(([record]) => record.startsWith(`${kind} `));
    expect([kind, different + missing + doubled, same]).toEqual([
      kind,
      wrong.length,
      planned - wrong.length,
    ]);
  }
  expect(found.status).toBe(1);
  return found;
}

test('each change to a record of any kind is named, alone, and records that were not planned are counted', async () => {
  await using rig = await startRig();
  const options = [`--config=${rig.write('chatferry.yaml', 'threads: reply\n')}`];
  const folder = writeExport(rig, changes);
  const imported = await rig.cli(['import', folder, ...rig.target, '--yes', ...options]);
  expect(imported).toMatchObject({ status: 0 });

  const found = await expectEachAlone(rig, changes, options);

  const reHosted = found.kinds.filter((each) => each.reHosted > 0);
  expect(reHosted.map((each) => [each.kind, each.reHosted])).toEqual([
    ['messages', 2],
    ['replies', 2],
  ]);
  for (const [, sql] of additions) rig.service.db.exec(sql);
  const { kinds: later, records } = await verified(rig, options);
  expect(
    additions.map(([kind]) => [kind, extraOf(later, kind) - extraOf(found.kinds, kind)]),
  ).toEqual(additions.map(([kind]) => [kind, kind === 'users' ? 2 : 1]));
  expect(records).toEqual(found.records);
});

test('each change to a record that a delta updates or removes is named, alone', async () => {
  await using rig = await startRig();
  const first = writeExport(rig, updateChanges);
  const job = `--job=${rig.folder}/night`;
  await rig.cli(['import', first, ...rig.target, '--yes']);
  const second = writeExport(rig, updateChanges, 'later');
  const delta = [`--after=${rig.job}`, '--edit-messages', '--gone=remove=3', job];
  expect(await rig.cli(['plan', second, ...delta])).toMatchObject({ status: 0 });
  const sent = await rig.cli(['run', ...rig.target, '--yes', job]);
  expect(sent).toMatchObject({ status: 0 });

  // A membership whose ban was lifted is a record of its own.
  const memberships = ['members hall_member_unbans-1', 'members hall_member_unbans-2'];
  await expectEachAlone(rig, updateChanges, [job], memberships);
});

test('every compared field and every exception has a change', () => {
  const all = [...changes, ...updateChanges];
  const named = new Set(
    all.flatMap(({ kind, finding }) =>
      typeof finding === 'string' ? finding.split(' and ').map((field) => `${kind} ${field}`) : [],
    ),
  );
  const compared = kindsInOrder.flatMap((kind) => [
    `${kind} missing`,
    ...(kinds[kind].changes === undefined ? Object.keys(comparedFields[kind]) : [])
      .filter((field) => field !== 'data.*')
      // That a deactivation is not there is all that can be seen of it.
      .filter(() => kind !== 'deactivations')
      .map((field) => `${kind} ${field}`),
  ]);
  const exceptions = all.flatMap(({ kind, finding }) => {
    if (typeof finding === 'string') return [];
    return 'same' in finding ? [finding.same] : [`${kind} ${finding.notCompared}`];
  });

  expect(compared.filter((each) => !named.has(each))).toEqual([]);
  expect(Object.keys(countsAsSame).filter((each) => !exceptions.includes(each))).toEqual([]);
  expect(
    kindsInOrder
      .flatMap((kind) => (notComparedFields[kind] ?? []).map((field) => `${kind} ${field}`))
      .filter((each) => !exceptions.includes(each)),
    // The service does not keep it, so nothing can change it.
  ).toEqual(['friends which of the two users asked']);
});

test('the docs list the same exceptions', () => {
  const page = readFileSync(path.join(root, 'docs/commands.md'), 'utf8');
  const table = (head: string): string[][] =>
    page
      .split(`\n| ${head}`)[1]!
      .split('\n\n')[0]!
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );

  expect(table('counts as the same').map(([text]) => text)).toEqual(Object.values(countsAsSame));
  expect(table('kind          | not compared')).toEqual(
    kindsInOrder.flatMap((kind) => {
      const fields = notComparedFields[kind];
      return fields === undefined ? [] : [[kind, fields.join(', ')]];
    }),
  );
});
