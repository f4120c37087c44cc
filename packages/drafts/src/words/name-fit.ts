import type { InputKind } from '@chatferry/contract';
import { conceptsOf } from './concepts-of.ts';
import { fieldPatterns } from './field-patterns.ts';
import { ownConcepts } from './kind-words.ts';
import { type Concept, words } from './words.ts';

/** Words for the subjects of rows. A further one in a name means that the column has another subject. */
const subjects: ReadonlySet<string> = new Set([
  'user',
  'group',
  'message',
  'sender',
  'receiver',
  'owner',
  'parent',
  'member',
  'count',
  'reaction',
  'mention',
  'other',
  'friend',
  'block',
  'secret',
  'updated',
  'admin',
  'email',
  'by',
]);

/** How well a key that is not named an id fits an id field: `PK`, `no`. */
const OTHER_KEY = 0.94;

/** How well the name of a column fits a field, from 0 to 1. */
export function nameFit(kind: InputKind, field: string, label: string): number {
  if (label === field) return 1;
  const { concepts, unknown } = conceptsOf(label);
  const own = ownConcepts[kind] ?? [];
  const others = concepts.filter((concept) => !own.includes(concept));
  const readings = [concepts, others].filter((reading) => reading.length > 0);
  // A row may have a key of its table in addition to its id.
  const isOtherKey = concepts.includes('id') && !/id\b|id$|Id(?![a-z])/i.test(label);
  const certainty = (unknown.length === 0 ? 1 : 0.85) * (isOtherKey ? OTHER_KEY : 1);
  let best = 0;
  for (const [pattern, weight] of Object.entries(fieldPatterns[kind]?.[field] ?? {})) {
    const wanted = pattern.split(' ') as Concept[];
    for (const reading of readings) {
      if (!wanted.every((concept) => reading.includes(concept))) continue;
      const more = reading.filter((concept) => !wanted.includes(concept));
      const penalty =
        more.length === 0 ? 1 : more.some((concept) => subjects.has(concept)) ? 0.3 : 0.6;
      best = Math.max(best, weight * certainty * penalty);
    }
  }
  return best;
}

/** Whether a name has a word of a concept. */
export function hasConcept(label: string, concept: keyof typeof words): boolean {
  return conceptsOf(label).concepts.includes(concept);
}
