import { ServiceProblem } from '../terms/service-problem.ts';
import type { Store } from './store.ts';

/** The time at which one user blocked another; `undefined` without a block. */
export function blockedAt(store: Store, uid: string, blocked: string): number | undefined {
  return store.get<{ blocked_at: number }>(
    'SELECT blocked_at FROM blocks WHERE uid = ? AND blocked = ?',
    uid,
    blocked,
  )?.blocked_at;
}

/** Blocks a user; no effect when the user is already blocked. */
export function blockUser(store: Store, uid: string, blocked: string): void {
  store.run(
    'INSERT INTO blocks (uid, blocked, blocked_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    uid,
    blocked,
    store.seconds(),
  );
}

/** @throws {ServiceProblem} when either has blocked the other */
export function checkNotBlocked(store: Store, sender: string, receiver: string): void {
  if (blockedAt(store, sender, receiver) !== undefined)
    throw new ServiceProblem('ERR_BLOCKED_RECEIVER', `${sender} has blocked ${receiver}.`);
  if (blockedAt(store, receiver, sender) !== undefined)
    throw new ServiceProblem('ERR_BLOCKED_SENDER', `${receiver} has blocked ${sender}.`);
}
