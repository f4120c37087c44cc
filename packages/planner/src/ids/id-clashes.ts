import { count, counted, idHash, type Kind, placeText } from '@chatferry/contract';
import type { MissingRecords } from '../notes/missing-records.ts';
import { PlanError } from '../plan/plan-error.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { RefusedId } from './row-ids.ts';

/** An id as in the export, and its place, such as `users.csv:2`, if its row is known. */
export interface ClashingId {
  readonly id: string;
  readonly place?: string | undefined;
}

/** Maximum number of ids that the error names. */
const SHOWN = 10;

const WHICH_RULE =
  "If each pair is two, set `ids: hash`. If each is one, set `ids: fold`. The app's login code uses the same rule.";

/** Ids of the export that become one id in the service: only the operator knows whether they mean one person or two. */
export class IdClashes {
  readonly #rule: NonNullable<PlanRules['ids']>;
  readonly #lines: string[] = [];
  #count = 0;

  constructor({ ids = 'map' }: Pick<PlanRules, 'ids'>) {
    this.#rule = ids;
  }

  add(kind: Kind, ...ids: readonly ClashingId[]): void {
    this.#count++;
    const names = ids.map((id) => shown(id)).join('    ');
    if (this.#lines.length < SHOWN) this.#lines.push(`  ${kind}  ${names}`);
  }

  /** @param refused the id of a rejected row, which becomes the id of another record in the service */
  addRejected({ kind, legacy, service, other }: RefusedId, missing: MissingRecords): void {
    const why = missing.rootOf(kind, idHash(service), service);
    const place = why.reason === 'row-rejected' ? placeText(why) : undefined;
    this.add(kind, { id: other }, { id: legacy, place });
  }

  /** @throws {PlanError} `id-clash` if two rows have such ids */
  refusePairs(): void {
    const isMap = this.#rule === 'map';
    const why = isMap
      ? 'differ only in case, and would become one id in the service'
      : `would become one id in the service by the rule ${this.#rule}`;
    const pairs = counted(this.#count, 'pair of ids', 'pairs of ids');
    this.#refuse(
      `${pairs} ${why}:`,
      isMap ? WHICH_RULE : 'Give one of each pair another id in the source, everywhere it is used.',
    );
  }

  /** @throws {PlanError} `id-clash` if ids without a row were added, see `addUnsureIds` */
  refuseUnsure(): void {
    const nouns = ['missing user or group is', 'missing users or groups are'] as const;
    const ids = counted(this.#count, ...nouns);
    this.#refuse(
      `${ids} named with capitals, and an id that differs only in case would become the same one in the service:`,
      'If case distinguishes ids, set `ids: hash`. If it has no meaning, set `ids: fold`.',
    );
  }

  #refuse(head: string, fix: string): void {
    const more = this.#count - this.#lines.length;
    if (this.#count === 0) return;
    const rest = more > 0 ? [`  … and ${count(more)} more`] : [];
    throw new PlanError('id-clash', [head, ...this.#lines, ...rest], fix);
  }
}

/** An id or a file name may contain a line break. */
function shown({ id, place }: ClashingId): string {
  const text = place === undefined ? id : `${id} (${place})`;
  return JSON.stringify(text).slice(1, -1);
}
