import { expect, test } from 'vitest';
import { Store } from '../src/index.ts';
import { testStore } from './support/test-stores.ts';
import { wireTo } from './support/wire.ts';

// The server notices a machine that is gone only after hours, by itself.
test.concurrent('what a machine that was cut off in the middle of a transaction has locked is free after some seconds', async () => {
  await using shared = await testStore();
  await using wire = await wireTo(shared.address);
  await using lost = new Store(wire.address, { giveUpAfterMs: 0 });
  const locking = { text: "SELECT pg_advisory_xact_lock(hashtext('a job'))" };
  const forever = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const cutOff = lost
    .transaction(async (query) => {
      await query(locking);
      wire.stall();
      locked.resolve();
      await forever.promise;
    })
    .catch((error: unknown) => error);
  await locked.promise;

  await shared.store.transaction((query) => query(locking));

  forever.resolve();
  wire.join();
  expect(await cutOff).toMatchObject({ name: 'LedgerError' });
});

// Such as the worker that ends a shift: as long as it waits, no other one has the shift.
test.concurrent('a transaction on a connection that has died without a word fails after some seconds', async () => {
  await using shared = await testStore();
  await using wire = await wireTo(shared.address);
  await using store = new Store(wire.address, { giveUpAfterMs: 0 });

  const ended = store.transaction((query) => {
    wire.stall();
    return query({ text: 'SELECT 1' });
  });

  await expect(ended).rejects.toMatchObject({ code: 'store-unreachable' });
});
