import { kinds, type Problem, type RecordBlockBuilder, type Row } from '@chatferry/contract';
import { notRead } from '../account/not-read.ts';
import { documentsInside } from '../account/unread-documents.ts';
import type { RowAccount } from '../account/row-account.ts';
import type { ChunkText } from '../cutting/chunk-text.ts';
import type { CsvLayout } from '../rows/csv-layout.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { isPattern } from '../mapping/rows-path.ts';
import { RowMask } from '../rows/row-mask.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import { claimedId } from './claimed-id.ts';
import type { ReadingJob } from './reading-job.ts';
import type { RowJudge } from './row-judge.ts';

interface Sources {
  readonly job: ReadingJob;
  readonly builder: RecordBlockBuilder;
  readonly judge: RowJudge;
  /** The layout of a CSV file, unless its mapping does more than to rename columns. */
  readonly layout: CsvLayout | undefined;
  /** The notes of the current row. */
  readonly notes: RowNotes;
}

/** Rejects rows of one file, with their text and without their secrets. */
export class RowRefusals {
  readonly #sources: Sources;
  readonly #mask: RowMask;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#mask = new RowMask(sources.job.mapping, sources.job.csv);
  }

  /** @param cells the cells of a row of CSV @param whole the text of the row; by default the text in the chunk */
  refuse(
    text: ChunkText,
    index: number,
    row: Row,
    problems: readonly Problem[],
    cells: readonly string[] | undefined,
    whole = text.text(index),
  ): void {
    const { job, builder, judge, layout, notes } = this.#sources;
    const id = claimedId(job, row, whole, layout);
    const item = text.item(index);
    builder.reject({
      line: text.chunk.lines[index]!,
      ...(item === 0 ? {} : { item }),
      ...judge.idsOfRejected(id, typeof row[kinds[job.kind].key] === 'string'),
      problems: problems.map((each) => notes.asInFile(each)),
      row: layout === undefined ? this.#mask.json(whole) : this.#mask.cells(whole, cells),
      index,
    });
  }

  /** Rejects a row of a document that nothing reads, and the documents inside of it. */
  refuseBeside(text: ChunkText, index: number, place: string): void {
    this.refuse(text, index, {}, [notRead(place)], undefined);
    this.refuseInside(text, index, documentsInside(text.text(index), place));
  }

  /** Rejects the records inside of a row that nothing reads. */
  refuseInside(
    text: ChunkText,
    index: number,
    messages: ReturnType<RowAccount['note']> | undefined,
  ): void {
    for (const { place, value } of messages ?? [])
      this.#sources.builder.reject({
        line: text.chunk.lines[index]!,
        id: undefined,
        problems: [notReadIn(place, this.#sources.job.mapping)],
        row: this.#mask.json(JSON.stringify(value)),
        index,
      });
  }
}

/** The problem of a record at a place of its document, inside of a row. */
function notReadIn(place: string, { rows }: KindMapping): Problem {
  if (isPattern(rows)) return notRead(place);
  return notRead(place, place.slice(rows?.length ?? 0).replace(/^\./, ''));
}
