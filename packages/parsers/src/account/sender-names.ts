import { type Kind, kinds, problem } from '@chatferry/contract';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { isEmpty } from '../mapping/condition.ts';
import { textOf } from '../mapping/source-row.ts';
import type { RowNotes } from '../terms/row-notes.ts';

/** Maximum number of senders whose names are compared. */
const MOST = 20_000;

/** Names of columns that contain the names of people. */
const alone = /^(user|nick|display|login|screen|sender|from|author|handle|alias|pseudo)_?(name)?$/;
const ofSender =
  /(^|_)(sender|from|author|autor|user|member|person|poster|absender|created_by|sent_by)_.*(name|nick|login|handle)$/;
const ofOthers = /(^|_)(to|receiver|recipient|room|group|channel|chat|file|empfanger)(_|$)/;

/** Warns when a sender has several names in an ignored column: the column that is read may not distinguish people. */
export class SenderNames {
  readonly #id: string;
  readonly #name: string;
  /** By sender; undefined after the warning about the sender. */
  readonly #names = new Map<string, string | undefined>();

  private constructor(id: string, name: string) {
    this.#id = id;
    this.#name = name;
  }

  /** Undefined where the mapping ignores no column with names of senders. */
  static of(kind: Kind, { columns = {}, ignore = [] }: KindMapping): SenderNames | undefined {
    if (kinds[kind].lanes !== 'conversation') return undefined;
    const name = ignore.find(isNameOfSender);
    const id = Object.keys(columns).find((each) => [columns[each]!].flat().includes('sender'));
    return name === undefined ? undefined : new SenderNames(id ?? 'sender', name);
  }

  /** @param valueOf the value of a column of a row */
  note(valueOf: (column: string) => unknown, notes: RowNotes): void {
    const [id, name] = [valueOf(this.#id), valueOf(this.#name)];
    if (isEmpty(id) || typeof name !== 'string' || name === '') return;
    const sender = textOf(id);
    if (!this.#names.has(sender)) {
      if (this.#names.size < MOST) this.#names.set(sender, name);
      return;
    }
    const earlier = this.#names.get(sender);
    if (earlier === undefined || earlier === name) return;
    this.#names.set(sender, undefined);
    const about = { field: 'sender', value: sender, detail: `in ${this.#name}` };
    notes.warnings.push(problem('several-names', about));
  }
}

function isNameOfSender(column: string): boolean {
  const snake = column
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
  return alone.test(snake) || (ofSender.test(snake) && !ofOthers.test(snake));
}
