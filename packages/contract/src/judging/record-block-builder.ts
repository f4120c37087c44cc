import { type Kind, kinds } from '../kinds/kinds.ts';
import { column, COLUMNS } from '../kinds/column.ts';
import type { Derived } from './derived.ts';
import { idHash, idHashIn } from './id-hash.ts';
import type { Row } from '../values/row.ts';
import type { Problem } from '../problems/problem.ts';
import { filteredRows } from './rows-of.ts';
import type { MediaAddress, RecordBlock, RejectedRow, RoleUsers } from './record-block.ts';
import { writeReferences } from './references.ts';
import { rolesOf } from './roles.ts';

const encoder = new TextEncoder();

const FIRST_WIRE_BYTES = 64 * 1024;
const FIRST_RECORDS = 256;

/** Ids that need no escaping in JSON. */
const plainId = /^[\w.:@-]*$/;

/** Packs judged records into blocks. */
export class RecordBlockBuilder {
  readonly #kind: Kind;
  readonly #hasFreeIds: boolean;
  readonly #file: string;
  readonly #allocate: (bytes: number) => ArrayBufferLike;
  /** Reused for each block: `take` copies the used part. */
  #wire = new Uint8Array(FIRST_WIRE_BYTES);
  #columns = new Float64Array(FIRST_RECORDS * COLUMNS);
  #end = 0;
  #records = 0;
  #parts: number[] = [];
  #rejected: RejectedRow[] = [];
  #renamed: RecordBlock['renamed'][number][] = [];
  #derived: RecordBlock['derived'][number][] = [];
  #warnings: RecordBlock['warnings'][number][] = [];
  #dropped: RecordBlock['dropped'][number][] = [];
  #roles = new Map<string, RoleUsers>();
  #line = 0;
  #filtered = new Map<string, number>();
  #media = new Map<string, number>();
  #mediaAddresses: MediaAddress[] = [];
  #made = 0;
  /** By index of the record. */
  #items = new Map<number, number>();
  readonly #countRole = (role: string): void => {
    const known = this.#roles.get(role);
    if (known === undefined) this.#roles.set(role, { users: 1, line: this.#line });
    else known.users++;
  };

  /** @param allocate allocates memory for a block: at least this many bytes */
  constructor(
    kind: Kind,
    file: string,
    allocate: (bytes: number) => ArrayBufferLike = (bytes) => new ArrayBuffer(bytes),
  ) {
    this.#kind = kind;
    this.#hasFreeIds = kinds[kind].hasFreeIds === true;
    this.#file = file;
    this.#allocate = allocate;
  }

  /** Rows added since the last `take`, valid and rejected. */
  get rows(): number {
    const read = this.#records - this.#parts.length + this.#rejected.length;
    return this.#filtered.size === 0 ? read : read + filteredRows(this.#filtered);
  }

  /**
   * Adds a valid record.
   * @param wire the record as JSON, in text or in UTF-8
   * @param again the name of a member to append to a `wire` in UTF-8, with the id as its value
   */
  add(line: number, id: string, record: Row, wire: string | Uint8Array, again?: string): void {
    const start = this.#end;
    const isPlain = plainId.test(id);
    if (isPlain) this.#writeAscii('"', id, '":');
    else this.#write(`${JSON.stringify(id)}:`);
    const idStart = start + 1;
    const idEnd = this.#end - 2;
    if (typeof wire === 'string') this.#write(wire);
    else {
      this.#reserve(wire.length);
      this.#wire.set(wire, this.#end);
      this.#end += wire.length;
      if (again !== undefined) {
        this.#end--;
        this.#writeAscii(',"', again, '":"');
        this.#reserve(idEnd - idStart);
        this.#wire.copyWithin(this.#end, idStart, idEnd);
        this.#end += idEnd - idStart;
        this.#writeAscii('"}');
      }
    }

    const at = this.#records * COLUMNS;
    if (at === this.#columns.length) this.#columns = larger(this.#columns, at * 2);
    const columns = this.#columns;
    columns[at + column.end] = this.#end;
    columns[at + column.line] = line;
    // Free ids that differ only in case share a hash, so that the search for repeated ids also finds them.
    const lower = this.#hasFreeIds ? id.toLowerCase() : id;
    columns[at + column.idHash] =
      isPlain && lower === id ? idHashIn(this.#wire, idStart, idEnd) : idHash(lower);
    writeReferences(this.#kind, record, columns, at);
    this.#line = line;
    rolesOf(this.#kind, record, this.#countRole);
    this.#records++;
  }

  /** Orders the last added record within its second. @param fraction of a second */
  addFraction(fraction: number): void {
    this.#columns[(this.#records - 1) * COLUMNS + column.time]! += fraction;
  }

  /** Notes the position of the last added record's row in the file. @param item see `Origin.item` */
  addItem(item: number): void {
    this.#items.set(this.#records - 1, item);
  }

  /** Marks the last added record as made from the same row as the record before it. */
  continueRow(): void {
    this.#parts.push(this.#records - 1);
  }

  reject(row: RejectedRow): void {
    this.#rejected.push(row);
  }

  /** Counts a row that code made from the row before it, and that is not in the file. The caller adds or rejects the row as well. */
  countMade(): void {
    this.#made++;
  }

  /** Counts a row that a filter left out. @param reason one of few */
  filter(reason: string): void {
    this.#filtered.set(reason, (this.#filtered.get(reason) ?? 0) + 1);
  }

  /** Notes that the last added record had another id in the export, or refers to an id that was changed. */
  rename(kind: Kind, from: string, to: string): void {
    this.#renamed.push({ index: this.#records - 1, kind, from, to });
  }

  /** Notes that a record of another kind is made from the last added record. */
  derive(derived: Derived): void {
    this.#derived.push({ index: this.#records - 1, ...derived });
  }

  /** Adds a warning to the last added record. */
  warn(problem: Problem): void {
    this.#warnings.push({ index: this.#records - 1, problem });
  }

  /** Notes that an optional field of the last added record was dropped. @param problem of the field, or of a value inside it */
  drop(id: string, field: string, problem: Problem): void {
    this.#dropped.push({ index: this.#records - 1, id, field, problem });
  }

  /** Counts an address of a file. @param outcome `mapped`, or why it has no copy */
  countMedia(outcome: string): void {
    this.#media.set(outcome, (this.#media.get(outcome) ?? 0) + 1);
  }

  listMedia(address: MediaAddress): void {
    this.#mediaAddresses.push(address);
  }

  take(): RecordBlock {
    const numbers = this.#records * COLUMNS;
    const wire = new Uint8Array(this.#allocate(this.#end), 0, this.#end);
    const columns = new Float64Array(this.#allocate(numbers * 8), 0, numbers);
    wire.set(this.#wire.subarray(0, this.#end));
    columns.set(this.#columns.subarray(0, numbers));
    const block = {
      kind: this.#kind,
      file: this.#file,
      wire,
      records: this.#records,
      parts: this.#parts,
      columns,
      ...(this.#items.size === 0 ? {} : { items: itemsOf(this.#items, this.#records) }),
      rejected: this.#rejected,
      renamed: this.#renamed,
      derived: this.#derived,
      warnings: this.#warnings,
      dropped: this.#dropped,
      roles: this.#roles,
      ...(this.#filtered.size === 0 ? {} : { filtered: this.#filtered }),
      ...(this.#media.size === 0 ? {} : { media: this.#media }),
      ...(this.#mediaAddresses.length === 0 ? {} : { mediaAddresses: this.#mediaAddresses }),
      ...(this.#made === 0 ? {} : { made: this.#made }),
    };
    this.#end = 0;
    this.#records = 0;
    this.#parts = [];
    this.#rejected = [];
    this.#renamed = [];
    this.#derived = [];
    this.#warnings = [];
    this.#dropped = [];
    this.#made = 0;
    if (this.#roles.size > 0) this.#roles = new Map();
    if (this.#filtered.size > 0) this.#filtered = new Map();
    if (this.#items.size > 0) this.#items = new Map();
    if (this.#media.size > 0) this.#media = new Map();
    if (this.#mediaAddresses.length > 0) this.#mediaAddresses = [];
    return block;
  }

  #write(text: string): void {
    this.#reserve(text.length * 3); // UTF-8 needs at most three bytes for each UTF-16 unit
    this.#end += encoder.encodeInto(text, this.#wire.subarray(this.#end)).written;
  }

  /** For short texts: calling the encoder takes longer than encoding them here. */
  #writeAscii(...texts: readonly string[]): void {
    for (const text of texts) {
      this.#reserve(text.length);
      const wire = this.#wire;
      let end = this.#end;
      for (let index = 0; index < text.length; index++) wire[end++] = text.charCodeAt(index);
      this.#end = end;
    }
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#wire.length) return;
    const wire = new Uint8Array(Math.max(this.#wire.length * 2, needed));
    wire.set(this.#wire.subarray(0, this.#end));
    this.#wire = wire;
  }
}

function larger(numbers: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(length);
  grown.set(numbers);
  return grown;
}

function itemsOf(items: ReadonlyMap<number, number>, records: number): Float64Array {
  return Float64Array.from({ length: records }, (_, index) => items.get(index) ?? 0);
}
