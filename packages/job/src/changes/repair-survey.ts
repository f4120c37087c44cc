import { type ChangeRecord, type Kind, kinds } from '@chatferry/contract';
import type { LaterRecords } from '../planning/later-records.ts';
import type { RepairCounts } from './repair-state.ts';
import type { RepairStep } from './repair-steps.ts';

/** The sums of the steps of a repair, and the users that the steps need. */
export class RepairSurvey {
  readonly counts: { -readonly [Name in keyof RepairCounts]: number } = {
    sentAgain: 0,
    access: 0,
    updated: 0,
    notEdited: 0,
    notRepairable: 0,
  };
  readonly #later: LaterRecords;
  readonly #needed = { access: new Set<string>(), updates: new Set<string>() };
  /** Users with ids of the plan who belong to other people, and stay as they are. */
  readonly #others = new Set<string>();

  constructor(later: LaterRecords) {
    this.#later = later;
  }

  take(step: RepairStep): void {
    const { kind, id, isSentAgain, changes, fixed, edits, isOfOthers } = step;
    const access = changes.filter((change) => isAccess(change.kind)).length;
    if (isSentAgain) this.counts.sentAgain++;
    this.counts.access += access;
    this.counts.updated += changes.length - access;
    if (edits.length > 0) this.counts.notEdited++;
    if (fixed.length > 0 || this.#later.decides(kind, id)) this.counts.notRepairable++;
    for (const change of changes) {
      const needing = isAccess(change.kind) ? this.#needed.access : this.#needed.updates;
      for (const uid of usersOf(change)) needing.add(uid);
    }
    if (kind === 'users' && isOfOthers) this.#others.add(id);
  }

  /** The users who have to be active while a part is sent. Call it after all steps are taken. */
  usersFor(part: 'access' | 'updates'): ReadonlySet<string> {
    return new Set([...this.#needed[part]].filter((uid) => !this.#others.has(uid)));
  }

  /** The line of `not-repairable.jsonl` about a step; undefined when the record is repaired whole. */
  leftOf({
    kind,
    id,
    fixed: fields,
    edits,
    isOfOthers,
    file,
    line,
  }: RepairStep): object | undefined {
    const isLater = this.#later.decides(kind, id);
    if (fields.length + edits.length === 0 && !isLater) return undefined;
    const because = isLater ? 'later-job' : isOfOthers ? 'unsure' : undefined;
    return { kind, id, because, fields, edits, file, line };
  }
}

/** Whether changes of this kind give access, and are sent before the changes that need it. */
export function isAccess(kind: Kind): boolean {
  return kind === 'unbans' || kind === 'reactivations' || kind === 'deactivations';
}

/** The users who have to be active for a change. */
function usersOf({ kind, row }: ChangeRecord): string[] {
  return kinds[kind].references.flatMap(({ field, to }) => {
    const uid = row[field];
    return to === 'users' && typeof uid === 'string' ? [uid] : [];
  });
}
