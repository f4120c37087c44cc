import { InputError } from '../terms/input-error.ts';
import { type Collection, isIn, isOfServer, placeOf } from './archive-collections.ts';
import type { ArchiveHandler } from './archive-parser.ts';
import type { ByteOutput } from './byte-output.ts';
import { DocumentWriter } from './document-writer.ts';

const COMMA = 0x2c;
const LF = 0x0a;

/** The places of the rows of all readings of an archive. */
export interface ArchiveReadings {
  /** The path to the rows of this reading. */
  readonly own: string | undefined;
  /** The paths to the rows of all readings. */
  readonly all: readonly string[];
}

/** What is written for a document of a collection: its content, a count, or nothing. */
type Outcome = 'row' | 'count' | 'nothing';

/** Writes the documents of an archive as text, see `archiveText`. */
export class ArchiveWriter implements ArchiveHandler {
  readonly #out: ByteOutput;
  readonly #file: string;
  readonly #readings: ArchiveReadings;
  readonly #documents: DocumentWriter;
  /** The place of the current segment. */
  #place = '';
  #outcome: Outcome = 'nothing';
  #counted = '';
  /** The place of the collection whose list is open in the text. */
  #written: string | undefined;
  #before = '{';
  #isFirst = true;

  constructor(out: ByteOutput, file: string, readings: ArchiveReadings) {
    this.#out = out;
    this.#file = file;
    this.#readings = readings;
    this.#documents = new DocumentWriter(out);
  }

  /** Writes a list for every collection, so that an empty collection is found. @throws {InputError} when the rows are in no collection */
  collections(all: readonly Collection[]): void {
    const named = all.filter((each) => !isOfServer(each));
    this.#refuseReading(named);
    for (const each of named) if (each.type === 'collection') this.#openList(each);
  }

  segment(collection: Collection): boolean {
    const place = placeOf(collection);
    if (place !== this.#place) {
      this.#place = place;
      this.#outcome = this.#outcomeOf(collection);
      const name = JSON.stringify(collection.name);
      const db = JSON.stringify(collection.db);
      this.#counted = collection.db === '' ? `${name}:1` : `${db}:{${name}:1}`;
    }
    const isUsed = this.#outcome === 'row';
    if (isUsed && this.#written !== place) this.#openList(collection);
    return isUsed;
  }

  document(bytes: Buffer, from: number, to: number, offset: number): void {
    const out = this.#out;
    if (this.#outcome === 'row') {
      if (!this.#isFirst) out.byte(COMMA);
      this.#isFirst = false;
      this.#documents.write(bytes, from, to, offset);
    } else if (this.#outcome === 'count') this.#entry(this.#counted);
    out.byte(LF);
  }

  end(): void {
    this.#closeList();
    this.#out.utf8(this.#before === '{' ? '{}' : '}');
  }

  #refuseReading(named: readonly Collection[]): void {
    const { own } = this.#readings;
    const has = named.map(placeOf).join(', ');
    const found = named.find((each) => own !== undefined && isIn(each, own));
    const place = (own ?? '').replace(/\[\*\].*/, '');
    if (found === undefined)
      throw this.#refused(
        own === undefined ? 'holds several collections.' : `has no collection ${place}.`,
        `Set rows in the configuration to the place of the documents of each kind. The archive has ${has === '' ? 'no collections' : has}.`,
      );
    if (found.type === 'view')
      throw this.#refused(
        `has no documents of ${place}, which is a view.`,
        'Read the collection that the view shows.',
      );
    if (found.type === 'timeseries')
      throw this.#refused(
        `has no documents of ${place}, a time series: they are packed into buckets.`,
        `Export them with mongoexport --db ${found.db} --collection ${found.name}, and read that file.`,
      );
  }

  #outcomeOf(collection: Collection): Outcome {
    if (isOfServer(collection)) return 'count';
    const { own, all } = this.#readings;
    if (own !== undefined && isIn(collection, own)) return 'row';
    return all.some((rows) => isIn(collection, rows)) ? 'nothing' : 'row';
  }

  #openList(collection: Collection): void {
    const { db, name } = collection;
    this.#entry(`${JSON.stringify(db)}:{${JSON.stringify(name)}:[`);
    this.#written = placeOf(collection);
    this.#isFirst = true;
  }

  #closeList(): void {
    if (this.#written !== undefined) this.#out.utf8(']}');
    this.#written = undefined;
  }

  /** Writes an entry of the outermost object. */
  #entry(text: string): void {
    this.#closeList();
    this.#out.utf8(this.#before + text);
    this.#before = ',';
  }

  #refused(message: string, fix: string): InputError {
    return new InputError('broken-file', message, { file: this.#file }, { fix });
  }
}
