import { type ImportKind, importKinds } from '@chatferry/contract';
import { entryOf, type Plan } from '@chatferry/planner';
import type { Entity } from './read-back.ts';

/** Values that the service omits or changes: empty ones, and types that it names differently. */
const notShown: Record<ImportKind, readonly string[]> = {
  users: ['tags'],
  groups: ['tags', 'password'],
  members: ['memberId', 'joinedAt', 'scope', 'isBanned'],
  messages: ['deliveredAt', 'readAt', 'data', 'tags'],
};

/**
 * Compares what the service holds with what was planned.
 * @returns one sentence for each record that is missing, too many or different
 */
export function differences(plan: Plan, held: Record<ImportKind, Map<string, Entity>>): string[] {
  const found: string[] = [];
  for (const kind of importKinds) {
    const unplanned = new Set(held[kind].keys());
    for (let lane = 0; lane < plan.lanes; lane++)
      for (const batch of plan.batches(kind, lane))
        for (let index = 0; index < batch.records; index++) {
          const { id, wire } = entryOf(batch, index);
          unplanned.delete(id);
          const entity = held[kind].get(id);
          const record = JSON.parse(`{${Buffer.from(wire).toString()}}`) as Record<string, Entity>;
          if (entity === undefined) found.push(`${kind} ${id} is missing.`);
          else if (!agrees(kind, record[id]!, entity))
            found.push(`${kind} ${id} is not what was sent: ${JSON.stringify(entity)}`);
        }
    for (const id of unplanned) found.push(`${kind} ${id} was never planned.`);
  }
  return found;
}

function agrees(kind: ImportKind, record: Entity, entity: Entity): boolean {
  if (kind === 'messages' && textOf(record) !== textOf(entity)) return false;
  return Object.entries(record).every(
    ([field, value]) =>
      notShown[kind].includes(field) || JSON.stringify(entity[field]) === JSON.stringify(value),
  );
}

function textOf(message: Entity): unknown {
  return (message['data'] as Entity | undefined)?.['text'];
}
