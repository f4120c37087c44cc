import type { RecordBlockBuilder, Row } from '@chatferry/contract';
import { HEADER_AGAIN, NO_KIND, NO_MEMBER } from '../mapping/filter-reasons.ts';
import type { RowMapping } from '../converting/row-mapping.ts';
import { RowSelection } from '../converting/row-selection.ts';
import { isPattern } from '../mapping/rows-path.ts';
import { OWN_VALUE, type SourceRow } from '../mapping/source-row.ts';
import { isCalled, isHeader, isHeaderInAnyOrder } from '../rows/csv-cells.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import type { ReadingJob } from './reading-job.ts';

/** Finds the rows that are not judged, and counts them unless another reading of the file does so. */
export class RowSieve {
  readonly #job: ReadingJob;
  readonly #builder: RecordBlockBuilder;
  readonly #mapping: RowMapping | undefined;
  /** Selects the rows of this kind from a file that also contains rows of other kinds. */
  readonly #selection: RowSelection | undefined;
  readonly #names: ReadonlySet<string>;
  readonly #isMemberOfMap: boolean;

  constructor(job: ReadingJob, builder: RecordBlockBuilder, mapping: RowMapping | undefined) {
    const { when } = job.mapping;
    this.#isMemberOfMap = job.kind === 'members' && isPattern(job.mapping.rows);
    this.#job = job;
    this.#builder = builder;
    this.#mapping = mapping;
    this.#names = new Set(job.csv?.header);
    this.#selection = when && new RowSelection(when, job.others, job.csv?.header, job.file);
  }

  /**
   * Whether a row of CSV repeats the names of the columns, because several files were put together. In another order, the rows after it
   * would be read into wrong fields. Counts a row with the names in the same order.
   */
  headerIn(cells: readonly string[]): 'again' | 'in-other-order' | undefined {
    // Nearly no row begins with the name of a column.
    const [first] = cells as [string];
    const { header } = this.#job.csv!;
    if (!this.#names.has(first.trim()) && !isCalled(first, header[0]!)) return undefined;
    if (!isHeader(cells, header))
      return isHeaderInAnyOrder(cells, this.#names) ? 'in-other-order' : undefined;
    if (this.#job.others !== false) this.#builder.filter(HEADER_AGAIN);
    return 'again';
  }

  isOfOtherKind(row: SourceRow, notes: RowNotes): boolean {
    const kind = this.#selection?.kindOf(row, notes);
    if (kind === 'none') this.#builder.filter(NO_KIND);
    return kind !== undefined && kind !== 'own';
  }

  /** Counts and reports a row that the mapping leaves out. */
  isFiltered(row: SourceRow, notes: RowNotes): boolean {
    const reason = this.#mapping?.reasonToFilter(row, notes) ?? this.#reasonOfMap(row as Row);
    if (reason !== undefined) this.#builder.filter(reason);
    return reason !== undefined;
  }

  /** A map of members, such as `{"ann":true,"bob":false}`, can also contain users who are not members. */
  #reasonOfMap(row: Row): string | undefined {
    if (!this.#isMemberOfMap) return undefined;
    const own = row[OWN_VALUE];
    return own === false || own === 0 || own === '' ? NO_MEMBER : undefined;
  }

  /** See `RowSelection`. */
  takeValues(): readonly string[] {
    return this.#selection?.takeValues() ?? [];
  }
}
