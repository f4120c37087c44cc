import { existsSync } from 'node:fs';
import { type Kind, kinds } from '@chatferry/contract';
import type { BatchRange, Plan } from '@chatferry/planner';
import { ErrorGuard } from '../../ledger/sqlite/error-guard.ts';
import { isEmpty, openLedgerReadOnly } from '../../ledger/sqlite/open-ledger.ts';
import type { RouteName } from '../../terms/run-options.ts';
import type { PartToRead } from './part-to-read.ts';

/**
 * Where the records of a delta are, according to its plan and ledger. Close it after the records are read.
 *
 * @param messagesBy the route of messages
 * @param range the batches whose records are read; all unless given
 * @returns undefined for a job without an earlier job, and when the job has no ledger here
 * @throws {LedgerError}
 */
export function openPartToRead(
  plan: Plan,
  ledgerPath: string,
  messagesBy: RouteName | undefined,
  range?: BatchRange,
): (PartToRead & Disposable) | undefined {
  const { kinds: planned, delta, requests } = plan.summary;
  const { first = 1, last = requests } = range ?? {};
  if (delta === undefined || !existsSync(ledgerPath)) return undefined;
  const db = openLedgerReadOnly(ledgerPath, plan);
  if (isEmpty(db)) {
    db.close();
    return undefined;
  }
  const guard = new ErrorGuard(ledgerPath);
  const ids = db.prepare('SELECT id FROM message_ids WHERE muid = ?');
  const times = db.prepare(
    'SELECT min(begun_at) AS begun, max(changed_at) AS changed FROM batches WHERE kind = ? AND seq BETWEEN ? AND ?',
  );
  return {
    known: (kind) => {
      const shown: Kind = kinds[kind].changes ?? kinds[kind].derivedFrom?.kind ?? kind;
      return planned[shown].planned + delta.landed[shown];
    },
    sendsLive: messagesBy === 'chat',
    sentBetween: (kind) => {
      const { begun, changed } = guard.run(() => times.get(kind, first, last)) as {
        begun: number | null;
        changed: number | null;
      };
      return begun === null || changed === null
        ? undefined
        : { from: seconds(begun), to: seconds(changed) };
    },
    messageIdOf: (muid) =>
      (guard.run(() => ids.get(muid))?.['id'] as string | null | undefined) ?? undefined,
    [Symbol.dispose]: () => db.close(),
  };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
