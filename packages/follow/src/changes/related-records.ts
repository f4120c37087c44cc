import {
  blockId,
  hasReference,
  type Kind,
  kinds,
  kindsInOrder,
  memberId,
  parseJson,
  type RecordBlock,
  type Row,
} from '@chatferry/contract';
import { entriesOf } from './read-rows.ts';

/** The kinds of records that a row of a kind can become: a user can be deactivated, a message can be a reply. */
const madeFrom = new Map<Kind, readonly Kind[]>(
  kindsInOrder.map((kind) => [
    kind,
    kindsInOrder.filter((each) => each === kind || kinds[each].derivedFrom?.kind === kind),
  ]),
);

/** Records by kind and id, each once. */
export class RecordSet {
  readonly #ids = new Map<Kind, Set<string>>();

  add(kind: Kind, id: string): void {
    let ids = this.#ids.get(kind);
    if (ids === undefined) this.#ids.set(kind, (ids = new Set()));
    ids.add(id);
  }

  /** Adds the records that a row of a kind with this id can have become. */
  addOfRow(kind: Kind, id: string): void {
    for (const each of madeFrom.get(kind)!) this.add(each, id);
  }

  has(kind: Kind, id: string): boolean {
    return this.#ids.get(kind)?.has(id) === true;
  }

  *[Symbol.iterator](): Generator<{ readonly kind: Kind; readonly id: string }> {
    for (const [kind, ids] of this.#ids) for (const id of ids) yield { kind, id };
  }
}

/** Adds the records that the records of a block refer to, or depend on. */
export function addRelated(to: RecordSet, { kind, ...block }: RecordBlock): void {
  for (const { json } of entriesOf({ kind, ...block })) {
    const record = parseJson(new TextDecoder().decode(json)) as Row;
    for (const each of madeFrom.get(kind)!) addReferences(to, each, record);
  }
}

function addReferences(to: RecordSet, kind: Kind, record: Row): void {
  const { references, ofMessage, followsUp = [] } = kinds[kind];
  for (const reference of references) {
    const id = record[reference.field];
    if (typeof id === 'string' && hasReference(reference, record)) to.addOfRow(reference.to, id);
  }
  const message = ofMessage === undefined ? undefined : record[ofMessage];
  if (typeof message === 'string') to.addOfRow('messages', message);
  for (const { field, of } of followsUp) {
    const id = record[field];
    if (typeof id === 'string') for (const each of of) to.addOfRow(each, id);
  }
  const { role, sender, receiver, receiverType, data } = record;
  if (kind === 'users' && typeof role === 'string') to.add('roles', role);
  if (typeof sender !== 'string' || typeof receiver !== 'string') return;
  if (receiverType === 'group') to.add('members', memberId(receiver, sender));
  const parent = (data as { metadata?: { parentMuid?: unknown } } | undefined)?.metadata
    ?.parentMuid;
  if (typeof parent !== 'string') return;
  to.addOfRow('messages', parent);
  to.add('blocks', blockId(sender, receiver));
  to.add('blocks', blockId(receiver, sender));
}
