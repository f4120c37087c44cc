import type { RecordBlock } from '@chatferry/contract';
import type { MediaSummary } from '@chatferry/planner';

const MAPPED = 'mapped';

/** Counts the addresses of files by outcome. */
export class MediaOutcomes {
  readonly #counts = new Map<string, number>();
  readonly #hosts: readonly string[];

  /** @param hosts of copies */
  constructor(hosts: readonly string[]) {
    this.#hosts = hosts;
  }

  add({ media }: RecordBlock): void {
    for (const [outcome, addresses] of media ?? []) this.count(outcome, addresses);
  }

  /** @param outcome `mapped`, or why there is no copy */
  count(outcome: string, addresses = 1): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + addresses);
  }

  get summary(): MediaSummary {
    const unmapped = [...this.#counts]
      .filter(([outcome]) => outcome !== MAPPED)
      .map(([cause, addresses]) => ({ cause, addresses }))
      .toSorted(
        (one, other) => other.addresses - one.addresses || (one.cause < other.cause ? -1 : 1),
      );
    return { mapped: this.#counts.get(MAPPED) ?? 0, hosts: this.#hosts, unmapped };
  }
}
