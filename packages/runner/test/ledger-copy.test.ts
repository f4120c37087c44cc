import { copyFileSync, existsSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlan, type Plan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import {
  leaveToStore,
  type Ledger,
  markMoved,
  openLedger,
  readLedgerCopy,
  remembersLive,
  runStatus,
  writeLedgerCopy,
} from '../src/index.ts';
import { entry, makePlannedUsers } from './support/ledger-contract.ts';
import { somewhere } from './support/rig.ts';

interface Place {
  readonly plan: Plan;
  readonly path: string;
}

async function withPlan(use: (place: Place) => Promise<void>): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-copy-'));
  await makePlannedUsers(join(folder.path, 'plan.sqlite'));
  using plan = openPlan(join(folder.path, 'plan.sqlite'));
  await use({ plan, path: join(folder.path, 'ledger.sqlite') });
}

async function settle(ledger: Ledger, seq: number, marks: string): Promise<void> {
  await ledger.write(entry({ seq, after: { state: 'settled', marks } }));
}

/** Writes a copy of one ledger in place of another. */
function copied(from: string, { plan, path }: Place): Promise<void> {
  return readLedgerCopy(from, plan, (head, rowsOf) =>
    writeLedgerCopy(path, plan, head, async function* (table) {
      yield* rowsOf(table);
    }),
  );
}

test('the log of a process that was killed does not get into the copy that replaces its ledger', () =>
  withPlan(async (place) => {
    const { plan, path } = place;
    const source = `${path}-source`;
    {
      using ledger = openLedger(source, plan, somewhere);
      await settle(ledger, 1, 'c');
      ledger.keepInstance('here');
    }
    {
      using ledger = openLedger(path, plan, somewhere);
      await settle(ledger, 1, 'f');
      copyFileSync(`${path}-wal`, `${path}-kept`);
    }
    copyFileSync(`${path}-kept`, `${path}-wal`);

    await copied(source, place);

    using ledger = openLedger(path, plan, somewhere);
    expect(ledger.rows.batch(1)?.marks).toBe('c');
    expect(ledger.instance).toBe('here');
  }));

test('a copy allows live operations only where its ledger did', () =>
  withPlan(async (place) => {
    const source = `${place.path}-source`;
    openLedger(source, place.plan, somewhere).close();
    await copied(source, place);
    expect(remembersLive(place.path)).toBe(false);

    {
      using ledger = openLedger(source, place.plan, somewhere);
      await ledger.allowLive();
    }
    await copied(source, place);
    expect(remembersLive(place.path)).toBe(true);
  }));

test('a copy that breaks off leaves the ledger that was there, and no other file', () =>
  withPlan(async ({ plan, path }) => {
    {
      using ledger = openLedger(path, plan, somewhere);
      await settle(ledger, 1, 'c');
    }
    const head = { ...somewhere, instance: undefined, live: false };
    const copying = writeLedgerCopy(path, plan, head, async function* () {
      yield* [];
      throw new RangeError('broke off');
    });

    await expect(copying).rejects.toThrow('broke off');
    expect(existsSync(`${path}.new`)).toBe(false);
    using ledger = openLedger(path, plan, somewhere);
    expect(ledger.rows.batch(1)?.marks).toBe('c');
  }));

function codeOf(act: () => void): unknown {
  try {
    act();
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const store = { id: 's1', name: 'store one' };
const elsewhere = { ...somewhere, target: { appId: 'another', region: 'eu' } } as const;

test('a job that a store has stays with its store and its app', () =>
  withPlan(async ({ plan, path }) => {
    leaveToStore(path, plan, somewhere, store);
    leaveToStore(path, plan, somewhere, { ...store, name: 'the same' });

    expect(codeOf(() => leaveToStore(path, plan, elsewhere, store))).toBe('other-target');
    expect(codeOf(() => runStatus(plan.path, path))).toBe('ledger-elsewhere');
    const other = { ...store, id: 's2' };
    expect(codeOf(() => leaveToStore(path, plan, somewhere, other))).toBe('ledger-elsewhere');
    markMoved(path, plan, { ...store, state: 'moving' });
    expect(codeOf(() => leaveToStore(path, plan, somewhere, store))).toBe('ledger-elsewhere');
  }));

test('a job with outcomes in its folder is left to no store', () =>
  withPlan(async ({ plan, path }) => {
    {
      using ledger = openLedger(path, plan, somewhere);
      await settle(ledger, 1, 'c');
    }

    expect(() => leaveToStore(path, plan, somewhere, store)).toThrow(
      expect.objectContaining({ code: 'ledger-elsewhere' }),
    );
    using ledger = openLedger(path, plan, somewhere);
    expect((await ledger.counts()).users.created).toBe(1);
  }));
