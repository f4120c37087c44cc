import { counted, type Kind } from '@chatferry/contract';
import { PlanError } from '../plan/plan-error.ts';
import type { PlanRules } from '../plan/plan-rules.ts';

/** An id as the export has it, and `users.csv:2` where its row is known. */
export interface ClashingId {
  readonly id: string;
  readonly place?: string | undefined;
}

/** Pairs that the error names. */
const SHOWN = 10;

/** Pairs of different ids of the export that become one id in the service. */
export class IdClashes {
  readonly #lines: string[] = [];
  #count = 0;

  add(kind: Kind, one: ClashingId, other: ClashingId): void {
    this.#count++;
    if (this.#lines.length < SHOWN) this.#lines.push(`  ${kind}  ${shown(one)}    ${shown(other)}`);
  }

  /** @throws {PlanError} `id-clash` if there is a pair: only the operator knows whether it is one person or two */
  refuse({ ids = 'map' }: Pick<PlanRules, 'ids'>): void {
    if (this.#count === 0) return;
    const pairs = counted(this.#count, 'pair', 'pairs');
    const why =
      ids === 'map'
        ? 'of ids differ only in case, and would become one id in the service'
        : `of ids would become one id in the service by the rule ${ids}`;
    const more = this.#count - this.#lines.length;
    throw new PlanError(
      'id-clash',
      [
        `${pairs} ${why}:`,
        ...this.#lines,
        ...(more > 0 ? [`  … and ${counted(more, 'more pair', 'more pairs')}`] : []),
      ].join('\n'),
      ids === 'map'
        ? "If each pair is two, set `ids: hash`. If each is one, set `ids: fold`. The app's login code uses the same rule."
        : 'Give one of each pair another id in the source, everywhere it is used.',
    );
  }
}

/** An id and the name of a file may have a line break in them. */
function shown({ id, place }: ClashingId): string {
  const text = place === undefined ? id : `${id} (${place})`;
  return JSON.stringify(text).slice(1, -1);
}
