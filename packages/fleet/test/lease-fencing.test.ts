import type { LedgerStore } from '@chatferry/runner';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { entry } from '../../runner/test/support/ledger-contract.ts';
import { somewhere } from '../../runner/test/support/rig.ts';
import { openPostgresLedger, Store } from '../src/index.ts';
import { takenLedger, withUsersPlan, emptyStore } from './support/test-stores.ts';
import { wireTo } from './support/wire.ts';

const shared = emptyStore();

/** Two holders of the same job, the second of which has taken it over. */
async function withTwo(use: (first: LedgerStore, second: LedgerStore) => Promise<void>) {
  await withUsersPlan(async (plan) => {
    const first = await takenLedger(shared.store, plan);
    await first.announce('users', 0, 1, 1000);
    await use(first, await takenLedger(shared.store, plan));
  });
}

const settled = { state: 'settled', marks: 'c' } as const;

test('who was taken over can neither announce nor settle nor open a lane', () =>
  withTwo(async (first, second) => {
    const lost = { code: 'lost-lease' };
    await expect(first.announce('users', 0, 2, 2000)).rejects.toMatchObject(lost);
    await expect(first.write(entry({ seq: 1, after: settled }))).rejects.toMatchObject(lost);
    await expect(first.writeAll([entry({ seq: 1, after: settled })])).rejects.toMatchObject(lost);
    await expect(first.open('users', [0])).rejects.toMatchObject(lost);

    const [start] = await second.open('users', [0]);
    expect(start).toMatchObject({ announced: 1, resumeAfter: 0, announcedAt: 1000 });
    expect(await second.batch(1)).toBeUndefined();
    await second.write(entry({ seq: 1, after: settled }));
    expect((await second.counts()).users).toMatchObject({ created: 1 });
  }));

test('a write that waits for the takeover writes nothing', () =>
  withUsersPlan(async (plan) => {
    const first = await takenLedger(shared.store, plan);
    const other = new Client(shared.address);
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('UPDATE chatferry.lane SET token = gen_random_uuid()');
      const late = first.write(entry({ seq: 1, after: settled })).catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await other.query('COMMIT');

      expect(await late).toMatchObject({ code: 'lost-lease' });
      expect(await first.batch(1)).toBeUndefined();
    } finally {
      await other.end();
    }
  }));

test('a statement whose answer is lost is made again, and counts once', () =>
  withUsersPlan(async (plan) => {
    await using wire = await wireTo(shared.address);
    await using store = new Store(wire.address, { giveUpAfterMs: 20_000 });
    const ledger = await takenLedger(store, plan);
    await ledger.write(entry({ seq: 1, after: { state: 'open', marks: 'u' } }));
    wire.loseAnswerTo('"settled"');

    const troubles = [{ records: 1, code: 'HTTP 502', message: 'Bad gateway' }];
    const before = { state: 'open', marks: 'u', attempts: 1 } as const;
    await ledger.write({ ...entry({ seq: 1, before, after: { ...settled } }), troubles });
    await ledger.write(entry({ seq: 2, after: settled }));

    expect((await ledger.counts()).users).toMatchObject({ created: 2, pending: 38 });
    expect(await shared.rows('SELECT writes FROM chatferry.lane WHERE writes > 0')).toEqual([
      { writes: '3' },
    ]);
    expect(await shared.rows('SELECT records FROM chatferry.trouble')).toHaveLength(1);
  }));

test('commits, refused writes and takeovers are reported, and a job that was given back is not taken over', () =>
  withUsersPlan(async (plan) => {
    const seen: string[] = [];
    const watch = {
      committed: (seconds: number) => void seen.push(seconds > 0 ? 'committed' : 'no time'),
      fenced: () => void seen.push('fenced'),
      takenOver: () => void seen.push('taken over'),
    };
    await using store = new Store(shared.address, { giveUpAfterMs: 20_000, watch });
    const first = await takenLedger(store, plan);
    await first.announce('users', 0, 1, 1000);
    await takenLedger(store, plan);
    await first.announce('users', 0, 2, 2000).catch(() => {});
    await shared.rows('UPDATE chatferry.job SET holder = NULL');
    await openPostgresLedger(store, plan, somewhere);

    expect(seen).toEqual(['committed', 'taken over', 'fenced', 'committed']);
  }));
