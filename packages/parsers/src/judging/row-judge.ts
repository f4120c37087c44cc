import {
  completeRow,
  type Kind,
  kinds,
  type Problem,
  problem,
  problemOfWire,
  problemsOf,
  type RecordBlockBuilder,
  type Row,
} from '@chatferry/contract';
import { leftOut } from '../cleaning/left-out.ts';
import { prefixNumericMuid } from '../cleaning/numeric-muid.ts';
import { repair } from '../cleaning/repair.ts';
import { splitMessage } from '../cleaning/split-message.ts';
import { mapIds } from '../ids/map-ids.ts';
import type { ReadRules } from '../read-rules.ts';
import type { RowNotes } from '../rows/row-notes.ts';
import { Renames } from './renames.ts';

/** A row that was mended may show the next problem. */
const MOST_REPAIRS = 4;

/** Judges rows in the service's field names, and adds the good ones to a block. */
export class RowJudge {
  readonly #kind: Kind;
  readonly #rules: ReadRules;
  readonly #builder: RecordBlockBuilder;
  readonly #renames = new Renames();

  constructor(kind: Kind, rules: ReadRules, builder: RecordBlockBuilder) {
    this.#kind = kind;
    this.#rules = rules;
    this.#builder = builder;
  }

  /** Forgets which references have been told of; for the next block. */
  startBlock(): void {
    this.#renames.startBlock();
  }

  /** Gives a row its ids in the service's form and fills in what follows from the rest. */
  complete(row: Row, notes: RowNotes): void {
    this.#renames.startRow();
    const { ids, cleaning } = this.#rules;
    const prefix = this.#kind === 'messages' ? cleaning?.numericMuidPrefix : undefined;
    const muid = prefix === undefined ? undefined : prefixNumericMuid(row, prefix);
    if (muid !== undefined) {
      notes.changed = true;
      notes.warnings.push(problem('id-prefixed', { field: 'muid', value: muid }));
      this.#renames.add('messages', muid, row['muid'] as string);
    }
    if (ids === 'map' && mapIds(this.#kind, row, this.#renames.add)) notes.changed = true;
    if (!completeRow(this.#kind, row)) return;
    if (this.#kind === 'members') notes.hasOwnMemberId = true;
    else notes.changed = true;
  }

  /**
   * Adds a completed row to the block, or says what is wrong with it.
   *
   * @param wellFormed whether it is known that no text in the row is cut through a character
   * @param wire the row's own bytes, where they can be sent as they are
   * @returns undefined when the row was added
   */
  add(
    row: Row,
    notes: RowNotes,
    line: number,
    wellFormed: boolean,
    wire?: Uint8Array,
  ): readonly Problem[] | undefined {
    if (notes.problems.length > 0) return this.#withOthers(row, notes.problems);

    const cleaning = this.#rules.cleaning ?? {};
    let own = wire;
    for (let repairs = 0; ; repairs++) {
      const written = this.#judged(row, wellFormed, own);
      if (typeof written === 'string' || written instanceof Uint8Array) {
        this.#pack(row, notes, line, written);
        return undefined;
      }
      const done = repairs < MOST_REPAIRS ? repair(this.#kind, row, written, cleaning) : undefined;
      if (done === undefined) {
        if (cleaning.tooLong === 'split' && this.#packParts(row, notes, line, written))
          return undefined;
        const wanted = leftOut(written, cleaning);
        return wanted === undefined ? written : [wanted];
      }
      notes.warnings.push(...done);
      own = undefined;
    }
  }

  /** The record in wire form, or what is wrong with it. */
  #judged(
    row: Row,
    wellFormed: boolean,
    own: Uint8Array | undefined,
  ): string | Uint8Array | readonly Problem[] {
    const found = problemsOf(this.#kind, row, this.#rules);
    if (found !== undefined) return found;
    if (own !== undefined) return own;
    const wire = JSON.stringify(row);
    const oversize = problemOfWire(this.#kind, row, wire, wellFormed);
    return oversize === undefined ? wire : [oversize];
  }

  #pack(row: Row, notes: RowNotes, line: number, wire: string | Uint8Array): void {
    const id = row[kinds[this.#kind].key] as string;
    this.#builder.add(line, id, row, wire, notes.hasOwnMemberId ? 'memberId' : undefined);
    for (const warning of notes.warnings) this.#builder.warn(warning);
    if (this.#kind === 'users' && row['deactivatedAt'] !== undefined)
      this.#builder.warn(
        problem('deactivated-user', { field: 'deactivatedAt', value: row['deactivatedAt'] }),
      );
    this.#renames.tell(this.#builder, this.#kind);
  }

  /** Adds a message in parts. @returns whether it could be divided */
  #packParts(row: Row, notes: RowNotes, line: number, found: readonly Problem[]): boolean {
    const [first, ...others] = splitMessage(this.#kind, row, found) ?? [];
    if (first === undefined) return false;
    const detail = `${others.length + 1} messages, ${String(first['muid'])} to ${String(others.at(-1)?.['muid'])}`;
    notes.warnings.push(problem('text-split', { field: 'data.text', detail }));
    this.#pack(first, notes, line, JSON.stringify(first));
    for (const part of others) {
      this.#builder.add(line, part['muid'] as string, part, JSON.stringify(part));
      this.#builder.continueRow();
    }
    return true;
  }

  /** What could not be read, and what is wrong with the rest. */
  #withOthers(row: Row, problems: readonly Problem[]): readonly Problem[] {
    const known = new Set(problems.map(({ field }) => field));
    const others = problemsOf(this.#kind, row, this.#rules) ?? [];
    return [...problems, ...others.filter(({ field }) => !known.has(field))];
  }
}
