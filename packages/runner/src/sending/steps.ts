import type { Kind } from '@chatferry/contract';
import { preflight } from '../preflight/preflight.ts';
import { reactivate } from '../preflight/reactivate.ts';
import { comparePresent } from '../present/compare-present.ts';
import { stopOverDifferences } from '../present/stop-over-differences.ts';
import { readMessageIds } from '../reading/read-message-ids.ts';
import { mayGoLive } from './live-operations.ts';
import type { SendPorts } from './send-ports.ts';

/** What comes before the first kind. */
export async function checkApp(ports: SendPorts): Promise<void> {
  await preflight(ports);
  if (ports.plan.summary.kinds.users.planned === 0) await reactivate(ports);
}

/** What comes before the first record of a kind. @returns whether it may be sent */
export async function prepareKind(kind: Kind, ports: SendPorts): Promise<boolean> {
  if (!(await mayGoLive(kind, ports))) return false;
  await readMessageIds(kind, ports);
  return true;
}

/** What comes after the last record of a kind. */
export async function compareSent(kind: Kind, ports: SendPorts): Promise<void> {
  await comparePresent(kind, ports);
  await stopOverDifferences(ports);
  // Only now it is known which of the users are others.
  if (kind === 'users') await reactivate(ports);
}
