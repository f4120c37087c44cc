import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kindsInOrder, type Row, serviceId } from '@chatferry/contract';
import { type Batch, openPlan, type PlanSummary } from '@chatferry/planner';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobFolder, type PlanSettings } from '../src/index.ts';
import { planRowsOfAllKinds } from '../src/library/plan-rows.ts';
import { aYearAgo, anHourAgo, anyRows, LONG, type Rows } from './support/any-rows.ts';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 12);

type Cleaning = NonNullable<PlanSettings['cleaning']>;

const anySettings = fc.record({
  ids: fc.constantFrom('keep' as const, 'map' as const),
  idPrefix: fc.constantFrom('', 'x-', 'Old.'),
  muidPrefix: fc.constantFrom('', 'o/'),
  retentionMonths: fc.constantFrom(6, 36, 'none' as const),
  recordsPerRequest: fc.integer({ min: 1, max: 3 }),
  duplicates: fc.constantFrom('first' as const, 'last' as const, 'reject' as const),
  senderNotMember: fc.constantFrom('warn' as const, 'reject' as const, 'add' as const),
  twoPersonGroups: fc.constantFrom('keep' as const, 'direct' as const),
  cleaning: fc.constantFrom<Cleaning>(
    {},
    { tooLong: 'cut' },
    { tooLong: 'split', blankText: 'leave-out' },
    { tooLong: 'split', badOptional: 'reject', tooOld: 'leave-out' },
  ),
});

type Settings = typeof anySettings extends fc.Arbitrary<infer S> ? S : never;

/** The form of an id under the settings, written out once more. */
function idOf(id: unknown, { ids, idPrefix }: Settings): string {
  return ids === 'map' ? serviceId(idPrefix + String(id)) : idPrefix + String(id);
}

/** Rows that are planned without settings as these are with them. Rows that the settings reject become empty, so that the others keep their place. */
function changedByHand(rows: Rows, settings: Settings, planned: ReadonlyMap<string, string>): Rows {
  const { muidPrefix, cleaning } = settings;
  const withIds = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => {
        if (['uid', 'guid', 'owner', 'friend', 'blocked', 'sender', 'receiver'].includes(field))
          return [field, idOf(value, settings)];
        return [field, field === 'muid' ? muidPrefix + String(value) : value];
      }),
    );
  const messages = rows.messages!.flatMap((row): Row[] => {
    if (isTooOld(row, settings)) return [{}];
    const { text, metadata } = row['data'] as { text: string; metadata?: Row };
    const parentMuid = muidPrefix + String(metadata?.['parentMuid']);
    const data = {
      text: text.replace('Bob', idOf('Bob', settings)),
      ...(metadata === undefined ? {} : { metadata: { parentMuid } }),
    };
    const changed: Row = { ...withIds(row), data };
    const id = String(changed['muid']);
    if (text !== LONG || cleaning.tooLong === undefined) return [changed];
    const pieces = partsOf(id, planned);
    const whole = pieces.join('');
    // A text that is cut ends with an ellipsis.
    expect(
      cleaning.tooLong === 'cut' ? LONG.startsWith(whole.slice(0, -1)) : ['', LONG].includes(whole),
    ).toBe(true);
    // With another problem it is neither cut nor split.
    if (pieces.length === 0) return [{ ...changed, data: { text: 'short' } }];
    return pieces.map((piece, nth) => ({
      ...changed,
      muid: nth === 0 ? id : `${id}-${nth + 1}`,
      data: { text: piece },
    }));
  });
  // All problems of a row that is rejected anyway are listed.
  const isCleaned = (row: Row): boolean =>
    cleaning.badOptional !== 'reject' &&
    row['avatar'] === 'no address' &&
    hasGoodId(row['uid'], settings);
  const users = rows.users!.map((row) => (isCleaned(row) ? { ...row, avatar: undefined } : row));
  const others = Object.entries({ ...rows, users }).map(([kind, list]) => [
    kind,
    list.map(withIds),
  ]);
  return { ...Object.fromEntries(others), messages };
}

/** The age of a message matters when it is right otherwise. */
function isTooOld(row: Row, settings: Settings): boolean {
  const { text } = row['data'] as { text: string };
  const isRight =
    text !== ' ' && hasGoodId(row['sender'], settings) && hasGoodId(row['receiver'], settings);
  return settings.retentionMonths === 6 && row['sentAt'] === aYearAgo && isRight;
}

function hasGoodId(id: unknown, settings: Settings): boolean {
  return /^[a-z0-9_-]+$/.test(idOf(id, settings));
}

/** The texts of a message and of its parts. */
function partsOf(id: string, planned: ReadonlyMap<string, string>): string[] {
  const texts: string[] = [];
  for (let nth = 1; ; nth++) {
    const text = planned.get(nth === 1 ? id : `${id}-${nth}`);
    if (text === undefined) return texts;
    texts.push(text);
  }
}

interface Made {
  readonly summary: PlanSummary;
  readonly requests: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly rejects: readonly string[];
  readonly idMap: readonly (readonly string[])[];
}

async function planOf(job: string, rows: Rows, settings: Partial<PlanSettings>): Promise<Made> {
  const summary = await planRowsOfAllKinds(structuredClone(rows), { ...settings, job });
  using plan = openPlan(jobFolder(job).plan);
  const batches = kindsInOrder.flatMap((kind) =>
    Array.from({ length: plan.lanes }, (_, lane) => [...plan.batches(kind, lane)]).flat(),
  );
  const requests = batches.map(bodyOf);
  const messages = batches.filter(({ kind }) => kind === 'messages').map(bodyOf);
  const texts = messages.flatMap((body) =>
    Object.entries(
      (JSON.parse(body) as { messages: Record<string, { data: { text: string } }> }).messages,
    ),
  );
  const rejects = readFileSync(jobFolder(job).rejects, 'utf8').split('\n').slice(0, -1);
  return {
    summary,
    requests,
    texts: new Map(texts.map(([id, { data }]) => [id, data.text])),
    rejects: rejects.map((line) => {
      const { kind, line: row, code } = JSON.parse(line) as Record<string, string>;
      return `${kind} ${row} ${code}`;
    }),
    idMap: [...plan.idMap()].map(({ kind, legacy, service }) => [kind, legacy, service]),
  };
}

function bodyOf({ body }: Batch): string {
  return Buffer.from(body).toString();
}

/** The rejects of rows changed by hand, with the codes that the settings give. */
function expectedRejects(rows: Rows, settings: Settings, byHand: readonly string[]): string[] {
  const { cleaning } = settings;
  const old = rows.messages!.flatMap((row, index) => (isTooOld(row, settings) ? [index] : []));
  return byHand
    .flatMap((reject) => {
      const [kind, row, code] = reject.split(' ');
      const isOld = kind === 'messages' && old.includes(Number(row) - 1);
      // An empty row has a problem for each field.
      if (isOld) return [];
      const isOnly = byHand.filter((each) => each.startsWith(`${kind} ${row} `)).length === 1;
      const isLeftOut = code === 'blank-text' && cleaning.blankText === 'leave-out' && isOnly;
      return [isLeftOut ? `${kind} ${row} left-out-blank-text` : reject];
    })
    .concat(
      old.map(
        (index) =>
          `messages ${index + 1} ${cleaning.tooOld === undefined ? 'too-old' : 'left-out-too-old'}`,
      ),
    );
}

/** Two messages of one id that reply to different ones. */
const twoReplies: Rows = {
  users: [{ uid: 'ada', name: 'Ada' }],
  messages: ['m0', 'm3'].map((parentMuid) => ({
    muid: 'M1',
    sender: 'ada',
    receiver: 'ada',
    receiverType: 'user',
    sentAt: anHourAgo,
    data: { text: 'Hello', metadata: { parentMuid } },
  })),
};
const prefixed: Settings = {
  ids: 'map',
  idPrefix: '',
  muidPrefix: 'o/',
  retentionMonths: 6,
  recordsPerRequest: 2,
  duplicates: 'first',
  senderNotMember: 'warn',
  twoPersonGroups: 'keep',
  cleaning: {},
};

test('a plan under any settings is that of rows changed by hand', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, anySettings, async (rows, settings) => {
      using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-settings-'));
      const made = await planOf(`${folder.path}/one`, rows, settings);
      const hand = changedByHand(rows, settings, made.texts);
      const { idPrefix: _, muidPrefix: __, ...others } = settings;
      const plain = { ...others, ids: 'keep', retentionMonths: 'none' } as const;
      const other = await planOf(`${folder.path}/other`, hand, {
        ...plain,
        cleaning: { badOptional: 'reject' },
      });

      expect(made.requests).toEqual(other.requests);
      expect(made.rejects.toSorted()).toEqual(
        expectedRejects(rows, settings, other.rejects).toSorted(),
      );
      for (const kind of kindsInOrder) {
        const [one, two] = [made.summary.kinds[kind], other.summary.kinds[kind]];
        expect([kind, one.planned, one.merged, one.rejected, one.rows]).toEqual([
          kind,
          two.planned,
          two.merged,
          two.rejected,
          two.rows,
        ]);
      }
      for (const [kind, legacy, service] of made.idMap)
        expect([kind, legacy, service]).toEqual([
          kind,
          legacy,
          kind === 'messages' ? `${settings.muidPrefix}${legacy}` : idOf(legacy, settings),
        ]);
    }),
    { numRuns, examples: [[twoReplies, prefixed]] },
  );
});
