import type { Kind, RecordBlock } from '@chatferry/contract';
import { PlaceCounts } from '@chatferry/parsers';
import type { UndecidedColumn, UnreadPlace } from '@chatferry/planner';

/** The fields of one input's rows that nothing reads. */
interface InputAccount {
  readonly file: string;
  readonly kind: Kind;
  readonly counts: PlaceCounts;
  readonly marked: Map<string, { marked: number; others: number; value: string }>;
  rows: number;
  rowsAt: string;
}

/** Sums up the fields in the rows of all inputs that nothing reads. */
export class RowAccounts {
  readonly #accounts = new Map<string, InputAccount>();

  /** @param key of the input */
  add(key: string, file: string, { kind, account }: RecordBlock): void {
    if (account === undefined) return;
    let sum = this.#accounts.get(key);
    if (sum === undefined) {
      sum = { file, kind, counts: new PlaceCounts(), marked: new Map(), rows: 0, rowsAt: '' };
      this.#accounts.set(key, sum);
    }
    sum.rows += account.rows;
    sum.rowsAt = account.rowsAt ?? sum.rowsAt;
    for (const [around, name, count] of account.unread) sum.counts.add(around, name, count);
    for (const { column, marked, others, value } of account.marked) {
      const before = sum.marked.get(column) ?? { marked: 0, others: 0, value: '' };
      sum.marked.set(column, {
        marked: before.marked + marked,
        others: before.others + others,
        value: before.value === '' ? value : before.value,
      });
    }
  }

  /** The places that nothing reads, the most values first. */
  unread(): UnreadPlace[] {
    return [...this.#accounts.values()]
      .flatMap(({ file, kind, counts, rows, rowsAt }) =>
        counts.byPlace().map(({ place, count }) => {
          const inRow =
            rows > 0 && place.startsWith(rowsAt) && !place.slice(rowsAt.length).includes('*');
          return { file, kind, place, values: count, ...(inRow ? { rows } : {}) };
        }),
      )
      .toSorted((one, other) => other.values - one.values);
  }

  /** Columns that nothing reads and that mark some rows, but not all, as deleted or private. */
  undecided(): UndecidedColumn[] {
    // Rows without the column are not marked either.
    return [...this.#accounts.values()].flatMap(({ file, kind, rows, marked: columns }) =>
      [...columns]
        .map(([column, { marked, others, value }]) => ({
          file,
          kind,
          column,
          marked,
          rows: Math.max(rows, marked + others),
          value,
        }))
        .filter(({ marked, rows: all }) => marked > 0 && marked < all),
    );
  }
}
