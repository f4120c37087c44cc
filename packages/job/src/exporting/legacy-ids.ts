import { type Kind, kinds, type Row } from '@chatferry/contract';
import { changeIds } from '@chatferry/parsers/names';
import type { Plan } from '@chatferry/planner';
import type { PlanSettings } from '../planning/plan-settings.ts';

/** Kinds whose changed ids are kept in memory. Ids of messages differ by a prefix only. */
const mapped: ReadonlySet<Kind> = new Set(['roles', 'users', 'groups']);

/** Gives the ids of a job back the form that they have in its export. */
export class LegacyIds {
  readonly #legacy = new Map<string, string>();
  readonly #prefixes: Pick<PlanSettings, 'idPrefix' | 'muidPrefix'>;

  constructor(plan: Plan) {
    this.#prefixes = plan.config as Partial<PlanSettings>;
    for (const { kind, legacy, service } of plan.idMap())
      // Several legacy ids may have become one. The first of them in `id-map.csv` counts.
      if (mapped.has(kind) && !this.#legacy.has(key(kind, service)))
        this.#legacy.set(key(kind, service), legacy);
  }

  /** The id of a record in the export of the job; the same id for a record that the job has not imported. */
  of(kind: Kind, id: string): string {
    const known = this.#legacy.get(key(kind, id));
    if (known !== undefined) return known;
    const { hasFreeIds, hasSharedIds } = kinds[kind];
    const { idPrefix = '', muidPrefix = '' } = this.#prefixes;
    const prefix = hasFreeIds === true ? muidPrefix : hasSharedIds === true ? '' : idPrefix;
    return prefix !== '' && id.startsWith(prefix) ? id.slice(prefix.length) : id;
  }

  /** Changes all ids of a row in place, mentions in its text included. */
  change(kind: Kind, row: Row): void {
    changeIds(kind, row, { change: (of, id) => this.of(of, id), onRename: () => {} });
  }
}

function key(kind: Kind, id: string): string {
  return `${kind} ${id}`;
}
