import type { Batch } from '@chatferry/planner';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Pace } from '../pacing/pace.ts';
import type { ServiceReader } from '../reading/service-reader.ts';
import { chatActionFor } from './chat-action.ts';
import { recordRow } from './record-row.ts';
import type { Route } from './route.ts';

/**
 * Reactions through `POST /messages/{id}/reactions/{reaction}`, one request each, on behalf of the user. A second send
 * changes nothing, and the service documents no code for an existing reaction. So the reactions of a message are read before the first
 * reaction is sent to it, and again for a reaction that may have landed. `reactedAt` is not sent: the service sets its own time.
 */
export function reactionsRoute(pace: Pace, ledger: Pick<LedgerStore, 'messageIds'>): Route {
  const heldReactions = new HeldReactions();
  const pathOf = async (
    batch: Batch,
    position: number,
  ): Promise<{ path: { id: string; reaction: string }; uid: string }> => {
    const { muid, uid, reaction } = recordRow(batch, position) as Record<string, string>;
    const id = (await ledger.messageIds.idOf(muid!))!;
    return { path: { id, reaction: reaction! }, uid: uid! };
  };
  return {
    isRepeatable: true,
    sendsWholeBatches: true,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request: async (batch, positions) => {
      const { path, uid } = await pathOf(batch, positions[0]!);
      return { operation: 'messages.reactions.add', path, onBehalfOf: uid };
    },
    actionFor: (outcome, _, positions, nowMs) =>
      chatActionFor(outcome, 'reactions', positions.length, () => [{ is: 'created' }], nowMs),
    heldBefore: async (batch, positions, reader, isAgain) => {
      const { path, uid } = await pathOf(batch, positions[0]!);
      const held = await heldReactions.of(path.id, batch.lane, reader, isAgain);
      return new Set(held.has(keyOf(path.reaction, uid)) ? positions : []);
    },
  };
}

/** The reactions that messages had before this run. Keeps one message a lane, because the reactions to a message follow each other. */
class HeldReactions {
  readonly #byLane = new Map<number, { readonly id: string; readonly held: ReadonlySet<string> }>();

  /** @param id of a message @throws {ApiError} */
  async of(
    id: string,
    lane: number,
    reader: ServiceReader,
    isAgain: boolean,
  ): Promise<ReadonlySet<string>> {
    const latest = this.#byLane.get(lane);
    if (latest?.id === id && !isAgain) return latest.held;
    const held = new Set<string>();
    for await (const { reaction, uid } of reader.listIfAllowed('messages.reactions.list', {
      path: { id },
    }))
      if (reaction !== undefined && uid !== undefined) held.add(keyOf(reaction, uid));
    this.#byLane.set(lane, { id, held });
    return held;
  }
}

function keyOf(reaction: string, uid: string): string {
  return `${uid} ${reaction}`;
}
