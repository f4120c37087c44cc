import {
  counted,
  completeRow,
  type Derived,
  hasDetails,
  type Kind,
  kinds,
  lineBreakProblems,
  type Problem,
  problem,
  problemOfWire,
  problemsOf,
  receiptProblems,
  type RecordBlockBuilder,
  type RejectedRow,
  type Row,
  takeDerived,
  withFurther,
  withoutFields,
} from '@chatferry/contract';
import { droppedField, dropOptional, isOptional, keepState } from '../cleaning/drop-optional.ts';
import { exclusion } from '../cleaning/exclusion.ts';
import { readMentions } from '../cleaning/read-mentions.ts';
import { repair } from '../cleaning/repair.ts';
import { splitMessage } from '../cleaning/split-message.ts';
import {
  type ChangeId,
  changeIdsInside,
  changeOwnIds,
  idChange,
  type IdChanger,
} from '../ids/change-ids.ts';
import type { RowRules } from './row-rules.ts';
import { longNumberWarnings } from '../rows/long-numbers.ts';
import { MediaAddresses } from '../rows/media-addresses.ts';
import { nameGroup } from '../rows/name-group.ts';
import { readDetails } from '../rows/read-details.ts';
import { readIds } from '../rows/read-ids.ts';
import { readUnsigned } from '../rows/read-unsigned.ts';
import { flatten, replyOf, type ThreadPolicy } from '../ids/threads.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import { namesRefused } from './names-refused.ts';
import { Renames } from '../ids/renames.ts';

/** Maximum number of repairs of a row. A repaired row may have a further problem. */
const MOST_REPAIRS = 8;

/** Judges rows with the service's field names, and adds the valid ones to a block. */
export class RowJudge {
  readonly #kind: Kind;
  readonly #rules: RowRules;
  readonly #builder: RecordBlockBuilder;
  readonly #renames = new Renames();
  readonly #changeId: ChangeId | undefined;
  readonly #idChanger: IdChanger | undefined;
  /** The problems of the current row. */
  readonly #refused: Problem[] = [];
  readonly #replies: ThreadPolicy | undefined;
  readonly #media: MediaAddresses | undefined;

  constructor(kind: Kind, rules: RowRules, builder: RecordBlockBuilder) {
    this.#kind = kind;
    this.#rules = rules;
    this.#builder = builder;
    const change = (this.#changeId = idChange(rules));
    this.#idChanger = change && {
      change,
      onRename: this.#renames.add,
      ...(rules.contestedIds !== undefined && {
        contested: {
          ids: rules.contestedIds,
          onNamed: (field, id) => this.#refused.push(namesRefused(field, id)),
        },
      }),
    };
    this.#media = rules.media && new MediaAddresses(kind, rules.media, builder);
    this.#replies = kinds[kind].lanes === 'conversation' ? rules.replies : undefined;
  }

  /**
   * The ids of a rejected row: in the service's form, so that problems of records that refer to the row can name the reason, and as in
   * the file.
   *
   * @param isCompleted whether the row was completed: then the id has the service's form
   */
  idsOfRejected(
    id: string | undefined,
    isCompleted: boolean,
  ): Pick<RejectedRow, 'id' | 'legacyId'> {
    if (isCompleted) return { id, legacyId: this.#renames.ownId(this.#kind) ?? id };
    const changed = id === undefined ? undefined : this.#changeId?.(this.#kind, id);
    return { id: changed ?? id, legacyId: id };
  }

  /** Gives a row its ids in the service's form and fills in fields that follow from others. */
  complete(row: Row, notes: RowNotes): void {
    const { key, hasMentions } = kinds[this.#kind];
    this.#renames.startRow();
    this.#media?.replace(row, notes);
    readUnsigned(row, notes);
    // Most rows contain no users or groups.
    const hasInside = hasDetails(row);
    if (readIds(this.#kind, row, hasInside)) notes.changed = true;
    const mentions =
      hasMentions === true && readMentions(this.#kind, row, this.#rules.cleaning, notes);
    const changer = this.#idChanger;
    const legacyId = row[key];
    if (changer !== undefined) {
      if (changeOwnIds(this.#kind, row, changer)) notes.changed = true;
      if ((hasInside || mentions) && changeIdsInside(this.#kind, row, changer))
        notes.changed = true;
    }
    if (this.#refused.length > 0) notes.problems.push(...this.#refused.splice(0));
    if ((hasInside || mentions) && readDetails(this.#kind, row)) notes.changed = true;
    if (this.#rules.groupsMayLackNames === true) nameGroup(this.#kind, row, legacyId, notes);
    if (this.#replies === 'flat' && flatten(row)) notes.changed = true;
    const completed = completeRow(this.#kind, row);
    if (completed === 'key') notes.filledInKey = key;
    else if (completed) notes.changed = true;
  }

  /**
   * Adds a completed row to the block, or returns its problems.
   *
   * @param wellFormed whether the caller knows that no text in the row was cut within a character
   * @param wire the row's own bytes, if they can be sent unchanged; such a row is not repaired, because rebuilding it
   *   may change long numbers
   * @returns undefined when the row was added
   */
  add(
    row: Row,
    notes: RowNotes,
    line: number,
    wellFormed: boolean,
    wire?: Uint8Array,
  ): readonly Problem[] | undefined {
    if (notes.problems.length > 0) {
      const { needed, optional } = this.#sorted(notes.problems);
      if (needed.length > 0) return this.#withOthers(row, notes.problems);
      for (const each of optional) keepState(this.#kind, row, each);
      notes.dropped.push(...optional);
    }

    for (let repairs = 0; ; repairs++) {
      const written = this.#judged(row, wellFormed, wire);
      if (typeof written === 'string' || written instanceof Uint8Array) {
        this.#pack(row, notes, line, written);
        return undefined;
      }
      if (wire !== undefined) return written;
      const { cleaning = {} } = this.#rules;
      const { needed, optional } = this.#sorted(written);
      const done = repairs < MOST_REPAIRS ? repair(row, needed, cleaning) : undefined;
      if (done === undefined) {
        if (cleaning.tooLong === 'split' && this.#packParts(row, notes, line, needed))
          return undefined;
        const excluded = exclusion(needed, cleaning);
        return excluded === undefined ? [...needed, ...optional, ...notes.dropped] : [excluded];
      }
      notes.warnings.push(...done);
      dropOptional(this.#kind, row, optional);
      notes.dropped.push(...optional);
    }
  }

  /** Separates problems of optional fields, which are dropped unless the rules reject them, from problems of the record. */
  #sorted(found: readonly Problem[]): Record<'needed' | 'optional', readonly Problem[]> {
    if (this.#rules.cleaning?.badOptional === 'reject') return { needed: found, optional: [] };
    return {
      needed: found.filter((each) => !isOptional(this.#kind, each)),
      optional: found.filter((each) => isOptional(this.#kind, each)),
    };
  }

  /** The record in wire form, or its problems. */
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
    const derived = takeDerived(this.#kind, row);
    const sent = derived.length === 0 ? wire : rewritten(row, wire, derived);
    this.#builder.add(line, id, row, sent, notes.filledInKey);
    this.#media?.noteAdded(row);
    if (notes.fraction > 0) this.#builder.addFraction(notes.fraction);
    if (notes.item > 0) this.#builder.addItem(notes.item);
    for (const each of derived) this.#builder.derive(each);
    this.#deriveReply(row);
    for (const warning of notes.warnings) this.#builder.warn(warning);
    if (notes.hasLongNumbers)
      for (const warning of longNumberWarnings(row)) this.#builder.warn(warning);
    for (const dropped of notes.dropped)
      this.#builder.drop(id, droppedField(this.#kind, dropped), notes.asInFile(dropped));
    for (const early of receiptProblems(this.#kind, row)) this.#builder.warn(notes.asInFile(early));
    for (const broken of lineBreakProblems(this.#kind, row))
      this.#builder.warn(notes.asInFile(broken));
    this.#renames.tell(this.#builder, this.#kind);
  }

  /** Notes the reply as which the last added message may be sent. */
  #deriveReply(row: Row): void {
    const reply = this.#replies === 'reply' ? replyOf(row) : undefined;
    if (reply !== undefined)
      this.#builder.derive({ kind: 'replies', field: 'data.metadata.parentMuid', value: reply });
  }

  /** Adds a message in parts. @returns whether it could be split */
  #packParts(row: Row, notes: RowNotes, line: number, found: readonly Problem[]): boolean {
    const [first, ...others] = splitMessage(this.#kind, row, found) ?? [];
    if (first === undefined) return false;
    const detail = `${counted(others.length + 1, 'message')}, ${String(first['muid'])} to ${String(others.at(-1)?.['muid'])}`;
    notes.warnings.push(problem('text-split', { field: 'data.text', detail }));
    this.#pack(first, notes, line, JSON.stringify(first));
    for (const part of others) {
      this.#builder.add(line, part['muid'] as string, part, JSON.stringify(part));
      if (notes.fraction > 0) this.#builder.addFraction(notes.fraction);
      if (notes.item > 0) this.#builder.addItem(notes.item);
      this.#builder.continueRow();
    }
    return true;
  }

  /** The problems from reading the row and the problems from judging it. */
  #withOthers(row: Row, problems: readonly Problem[]): readonly Problem[] {
    return withFurther(this.#kind, problems, problemsOf(this.#kind, row, this.#rules) ?? []);
  }
}

/** The wire form of a row without its derived fields. */
function rewritten(row: Row, wire: string | Uint8Array, derived: readonly Derived[]): string {
  if (typeof wire === 'string') return JSON.stringify(row);
  return withoutFields(
    wire,
    derived.map(({ field }) => field),
  );
}
