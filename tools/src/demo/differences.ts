import { type ImportKind, importKinds, type Kind } from '@chatferry/contract';
import { entryOf, type Plan, recordOfEntry } from '@chatferry/planner';
import type { Entity } from './read-back.ts';

/** Fields that the service omits or changes: empty values, and types with another name in the service. */
const notShown: Record<ImportKind | 'replies', readonly string[]> = {
  users: ['tags'],
  groups: ['tags', 'password'],
  members: ['memberId', 'joinedAt', 'scope', 'isBanned'],
  messages: ['deliveredAt', 'readAt', 'data', 'tags'],
  // A reply is sent live, so its times differ.
  replies: ['deliveredAt', 'readAt', 'data', 'tags', 'sentAt', 'parentMuid'],
};

/**
 * Compares the records in the service with the plan.
 * @returns one sentence for each record that is missing, extra or different
 */
export function differences(plan: Plan, held: Record<ImportKind, Map<string, Entity>>): string[] {
  const found: string[] = [];
  for (const kind of importKinds) {
    const unplanned = new Set(held[kind].keys());
    for (const planned of kind === 'messages' ? (['messages', 'replies'] as const) : [kind])
      for (const { id, record } of recordsOf(plan, planned)) {
        unplanned.delete(id);
        const entity = held[kind].get(id);
        if (entity === undefined) found.push(`${planned} ${id} is missing.`);
        else if (!agrees(planned, record, entity))
          found.push(`${planned} ${id} is not what was sent: ${JSON.stringify(entity)}`);
      }
    for (const id of unplanned) found.push(`${kind} ${id} was never planned.`);
  }
  return found;
}

function* recordsOf(plan: Plan, kind: Kind): Generator<{ id: string; record: Entity }> {
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches(kind, lane))
      for (let index = 0; index < batch.records; index++) {
        const { id, wire } = entryOf(batch, index);
        yield { id, record: recordOfEntry(wire) };
      }
}

function agrees(kind: keyof typeof notShown, record: Entity, entity: Entity): boolean {
  if (textOf(record) !== textOf(entity)) return false;
  return Object.entries(record).every(
    ([field, value]) =>
      notShown[kind].includes(field) || JSON.stringify(entity[field]) === JSON.stringify(value),
  );
}

function textOf(message: Entity): unknown {
  return (message['data'] as Entity | undefined)?.['text'];
}
