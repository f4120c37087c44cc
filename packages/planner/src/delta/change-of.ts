import {
  type ChangeRecord,
  changeRecords,
  DATED_BY_APP,
  type Kind,
  kinds,
  REMAINING,
  type Row,
  isSet,
  updateKindOf,
  updateOf,
} from '@chatferry/contract';
import { bodyFrame } from '../plan/batch.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { EarlierJob } from './earlier-job.ts';
import type { ChangedContent } from './earlier-records.ts';
import { changeWire } from './planned-changes.ts';

/** The plan's decision about a record that landed before with other content. */
export interface PlannedChange {
  readonly changes: readonly ChangeRecord[];
  /** `new`: the record is planned again, which updates the app. `updated`: the changes update it. `changed`: not every field can be changed. */
  readonly outcome: 'new' | 'changed' | 'updated';
  readonly updated: readonly string[];
}

/** The name that means unknown fields. */
const ANY = '*';

const nothing: PlannedChange = { changes: [], outcome: 'changed', updated: [] };

export function changeOf(
  kind: Kind,
  { record, before }: ChangedContent,
  rules: Pick<PlanRules, 'editsMessages' | 'maxRequestBytes'>,
  { sentByChat }: Pick<EarlierJob, 'sentByChat'>,
): PlannedChange {
  if (kinds[kind].updates === undefined) return nothing;
  // Sending the record again updates it.
  if (updateKindOf(kind) === undefined) return { ...nothing, outcome: 'new' };
  if (kind === 'messages' && rules.editsMessages !== true) return nothing;
  const fields = before === undefined ? updatable(kind, record) : Object.keys(before);
  const { changed, fixed } = updateOf(kind, record, fields);
  const remaining = before === undefined ? [ANY] : fixed;
  const changes = changed.length === 0 ? [] : changeRecords(kind, record, changed, small(before));
  if (changes.length === 0) return nothing;
  // An unbanned user is not a member until the membership is imported again.
  if (changes.some((each) => each.kind === 'unbans'))
    return {
      changes: changes.filter((each) => each.kind === 'unbans'),
      outcome: 'new',
      updated: changed,
    };
  const notes = {
    ...(sentByChat?.has(kind) === true && { [DATED_BY_APP]: true }),
    ...(remaining.length > 0 && { [REMAINING]: remaining }),
  };
  const noted = changes.map((change) => ({ ...change, row: { ...change.row, ...notes } }));
  if (!noted.every((change) => fits(change, rules))) return nothing;
  return {
    changes: noted,
    outcome: remaining.length === 0 ? 'updated' : 'changed',
    updated: changed,
  };
}

/**
 * The fields that an update can set when the differing fields are unknown; for a banned user only the ban. Fields that the record lacks
 * stay unchanged, because the app may have them for another reason.
 */
function updatable(kind: Kind, record: ChangedContent['record']): string[] {
  if (isSet(record, 'isBanned')) return ['isBanned'];
  const { updates = {} } = kinds[kind];
  return Object.keys(updates).filter((field) => isSet(record, field));
}

/** Maximum size of the values before a change; larger values are not kept. */
export const BEFORE_BYTES: number = 64 * 1024;

function small(before: Row | undefined): Row | undefined {
  return Buffer.byteLength(JSON.stringify(before ?? null)) > BEFORE_BYTES ? undefined : before;
}

function fits(
  { kind, id, row }: ChangeRecord,
  { maxRequestBytes }: Pick<PlanRules, 'maxRequestBytes'>,
): boolean {
  return changeWire(id, row).length + bodyFrame(kind) <= maxRequestBytes;
}
