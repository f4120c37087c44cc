import { type Problem, problem } from '@chatferry/contract';
import type { PlanRules } from '../plan/plan-rules.ts';

/** Two rows with the same id. */
export interface Clash {
  readonly field: string;
  readonly id: string;
  /** `users.csv:12`: file and line of the other row. */
  readonly place: string;
  /** Fields in which the two differ. */
  readonly differing: readonly string[];
  /** When the two had different ids in the export: this row's and the other's. */
  readonly legacyIds?: readonly [own: string, other: string];
  /** Whether the record of the other row landed in an earlier job. */
  readonly hasOtherLanded?: boolean;
}

const sentences = {
  'duplicate-id': {
    last: 'is used by a later row with other content, which is planned',
    reject: 'is used by another row with other content, and neither is planned',
  },
  'id-clash': {
    last: 'becomes the same id in the service as the different id of a later row, which is planned',
    reject:
      'becomes the same id in the service as the different id of another row, and neither is planned',
  },
} as const;

const OTHER_LANDED =
  'becomes the same id in the service as the different id of another row, whose record landed in an earlier job';

/** Describes the problem of a row that is not planned because another row has its id. */
export function wordDuplicate(rule: PlanRules['duplicates'], clash: Clash): Problem {
  const { field, id, place, differing, legacyIds } = clash;
  const code = legacyIds === undefined ? 'duplicate-id' : 'id-clash';
  const detail =
    legacyIds === undefined
      ? `${place}, differs in ${differing.join(', ')}`
      : `"${legacyIds[0]}" here, "${legacyIds[1]}" at ${place}`;
  const duplicate = problem(code, { field, value: legacyIds?.[0] ?? id, detail });
  if (clash.hasOtherLanded === true)
    return { ...duplicate, message: `${field} ${OTHER_LANDED} (${detail}).` };
  if (rule === 'first') return duplicate;
  return { ...duplicate, message: `${field} ${sentences[code][rule]} (${detail}).` };
}
