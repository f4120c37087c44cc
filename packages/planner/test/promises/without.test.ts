import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { compile } from '../../src/compile.ts';
import { appendSegment, openPlan } from '../../src/index.ts';
import {
  blockOf,
  type Export,
  fileOf,
  message,
  plannedIds,
  provenance,
  recordsOf,
  rules,
  user,
} from '../rig.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

type Compile = typeof compile;

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

async function compileWithout(file: string, code: string, instead = ''): Promise<Compile> {
  const safeguard = { file: source(file), code, instead };
  return (await importWithout<{ compile: Compile }>(source('compile.ts'), safeguard)).compile;
}

/** The steps of compiling an export into a plan at a path. */
function stepsTo(
  file: string,
  compiling: Compile,
  rows: Export,
  changed: Partial<typeof rules> = {},
): ReturnType<Compile> {
  return compiling({
    path: file,
    rules: { ...rules, ...changed },
    sources: (['users', 'messages'] as const)
      .filter((kind) => rows[kind] !== undefined)
      .map((kind) => ({ kind, file: fileOf(kind), blocks: () => [blockOf(kind, rows[kind]!)] })),
    onReject: () => {},
    described: async () => provenance,
  });
}

/** Compiles an export. @returns what `see` sees of the plan */
async function planned<T>(
  compiling: Compile,
  rows: Export,
  see: (plan: ReturnType<typeof openPlan>, file: string) => T,
  changed: Partial<typeof rules> = {},
): Promise<T> {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'planner-'));
  const file = path.join(folder.path, 'plan.sqlite');
  for await (const step of stepsTo(file, compiling, rows, changed)) void step;
  using plan = openPlan(file);
  return see(plan, file);
}

test('without the search for repeated ids, two people are planned as one', async () => {
  const rows = { users: [user('ann'), user('ann', { name: 'Another Ann' })] };
  const sums = (compiling: Compile): Promise<string> =>
    planned(compiling, rows, ({ summary }) => {
      const { planned: sent, rejected } = summary.kinds.users;
      return `${sent} planned, ${rejected} rejected`;
    });
  expect(await sums(compile)).toBe('1 planned, 1 rejected');
  const search = '    if (this.#repeated.size < this.#mostRepeated) this.#repeated.add(hash);\n';
  const without = await compileWithout(
    'duplicates/duplicates.ts',
    search,
    '    if (true) return;\n',
  );
  expect(await sums(without)).toBe('2 planned, 0 rejected');
});

test('without the check of references, a message is planned whose sender is not', async () => {
  const rows = {
    users: [user('ann')],
    messages: [message('m1', 'bob', 'ann')],
  };
  const ids = (compiling: Compile): Promise<readonly string[]> =>
    planned(compiling, rows, (plan) => plannedIds(plan, 'messages'));
  expect(await ids(compile)).toEqual([]);
  const check =
    '      if (!makes(this.#rules, reference.to)) found.push(this.#missing(record, reference));\n';
  const without = await compileWithout('intake/fault-finder.ts', check, '      reference;\n');
  expect(await ids(without)).toEqual(['m1']);
});

const people = ['ann', 'bob', 'cy', 'dan'];

/** Messages of a few conversations, a second apart. */
const chats: Export = {
  users: people.map((uid) => user(uid)),
  messages: Array.from({ length: 200 }, (_, index) =>
    message(`m${index}`, people[index % 2]!, people[2 + (index % 2)]!, {
      sentAt: rules.now - 1000 + index,
    }),
  ),
};

const lanes = (compiling: Compile): Promise<number> =>
  planned(
    compiling,
    chats,
    (plan) => {
      const of = Array.from({ length: plan.lanes }, (_, lane) => [
        ...plan.batches('messages', lane),
      ]).flat();
      const ann = of.filter((batch) => recordsOf(batch).some(({ sender }) => sender === 'ann'));
      return new Set(ann.map(({ lane }) => lane)).size;
    },
    { recordsPerRequest: 1 },
  );

test('without one lane for each conversation, its messages are sent side by side', async () => {
  expect(await lanes(compile)).toBe(1);
  const lane = '    else cutter.add(laneOf[merge.bucket]!, start, end, origin);\n';
  const inTurn = '    else cutter.addInTurn(start, end, origin, 0);\n';
  const without = await compileWithout('batching/cut-batches.ts', lane, inTurn);
  expect(await lanes(without)).toBeGreaterThan(1);
});

test('without sorting, an export that is not in order of time is sent as it is', async () => {
  const rows = { ...chats, messages: chats.messages!.toReversed() };
  const first = (compiling: Compile): Promise<string> =>
    planned(compiling, rows, (plan) => plannedIds(plan, 'messages')[0]!, { lanes: 1 });
  expect(await first(compile)).toBe('m0');
  const sort = '  const order = run.inOrder ? undefined : sortedOrder(run);\n';
  const without = await compileWithout('spool/write-run.ts', sort, '  const order = undefined;\n');
  expect(await first(without)).toBe('m199');
});

const flipped = async (open: typeof openPlan): Promise<string> =>
  planned(compile, { users: [user('ann')] }, (_, file) => {
    using db = new DatabaseSync(file);
    db.exec("UPDATE batches SET body = CAST(replace(body, 'User ann', 'User anm') AS BLOB)");
    using plan = open(file);
    return String(recordsOf(plan.batch(1))[0]!['name']);
  });

test('without the checksum of a batch, a text that the disk has changed is sent', async () => {
  await expect(flipped(openPlan)).rejects.toThrow('does not match its checksum');
  const check = 'if (checksumOf(row) !== row.crc32)';
  const safeguard = { file: source('plan/stored-batch.ts'), code: check, instead: 'if (false)' };
  const module = await importWithout<{ openPlan: typeof openPlan }>(
    source('plan/open-plan.ts'),
    safeguard,
  );
  expect(await flipped(module.openPlan)).toBe('User anm');
});

const second = async (compiling: Compile): Promise<number> => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'planner-'));
  const file = path.join(folder.path, 'plan.sqlite');
  const first = stepsTo(file, compiling, { users: [user('ann')] });
  await first.next();
  for await (const step of stepsTo(file, compiling, { users: [user('bob')] })) void step;
  for await (const step of first) void step;
  using plan = openPlan(file);
  return plan.batchCount('users');
};

test('without the lock of the folder in which a plan is built, one attempt destroys the files of another', async () => {
  await expect(second(compile)).rejects.toMatchObject({ code: 'busy' });
  const lock = '    this.#lock = lockFolder(this.path);\n';
  const none = '    this.#lock = { [Symbol.dispose]: () => {} };\n';
  const without = await compileWithout('writing/build-folder.ts', lock, none);
  await expect(second(without)).rejects.toThrow(expect.not.objectContaining({ code: 'busy' }));
});

/** A follower appends a segment, and its state cannot be changed. @returns the users of the plan afterwards */
async function usersAfterFailure(appending: typeof appendSegment): Promise<readonly string[]> {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'planner-'));
  const [file, segment] = ['plan.sqlite', 'segment.sqlite'].map((name) =>
    path.join(folder.path, name),
  );
  for await (const step of stepsTo(file!, compile, { users: [user('ann')] })) void step;
  for await (const step of stepsTo(segment!, compile, { users: [user('bob')] })) void step;
  let after: string;
  {
    using plan = openPlan(file!);
    after = plan.id;
  }
  const append = (): unknown =>
    appending({
      path: file!,
      after,
      segment: segment!,
      positions: {},
      state: path.join(folder.path, 'state.sqlite'),
      writeFiles: () => [],
      change: () => {
        throw new Error('the disk is full');
      },
    });
  expect(append).toThrow('the disk is full');
  using plan = openPlan(file!);
  return plannedIds(plan, 'users');
}

test('without one transaction for both, a segment is in the plan whose rows are to be planned again', async () => {
  expect(await usersAfterFailure(appendSegment)).toEqual(['ann']);
  const both = 'return transaction(open, () => append(open, segment, content));';
  const safeguard = {
    file: source('writing/append-segment.ts'),
    code: both,
    instead: 'return append(open, segment, content);',
  };
  const module = await importWithout<{ appendSegment: typeof appendSegment }>(
    source('writing/append-segment.ts'),
    safeguard,
  );
  expect(await usersAfterFailure(module.appendSegment)).toEqual(['ann', 'bob']);
});

const plannedAfterDamage = async (open: typeof openPlan): Promise<number> =>
  planned(compile, { users: [user('ann')] }, (_, file) => {
    using db = new DatabaseSync(file);
    db.exec(`UPDATE segments SET summary = replace(summary, '"planned":1', '"planned":0')`);
    using plan = open(file);
    return plan.summary.kinds.users.planned;
  });

test('without the checksum of its tables, a plan reports other sums than those of its records', async () => {
  await expect(plannedAfterDamage(openPlan)).rejects.toThrow('damaged');
  const check = 'if (valueOf(DETAILS_CHECKSUM) !== checksumOfDetails(db))';
  const safeguard = { file: source('plan/plan.ts'), code: check, instead: 'if (false)' };
  const module = await importWithout<{ openPlan: typeof openPlan }>(
    source('plan/open-plan.ts'),
    safeguard,
  );
  expect(await plannedAfterDamage(module.openPlan)).toBe(0);
});
