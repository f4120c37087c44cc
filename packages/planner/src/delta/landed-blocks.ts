import { blockId, idHash } from '@chatferry/contract';
import { HashSet } from '../storage/hash-set.ts';

/** The blocks between users that landed before, read when they are first needed. */
export class LandedBlocks {
  readonly #ids: () => Iterable<string>;
  #known: HashSet | undefined;

  constructor(ids: () => Iterable<string>) {
    this.#ids = ids;
  }

  /** Whether either of two users blocked the other. */
  areBetween(one: string, other: string): boolean {
    const known = (this.#known ??= this.#read());
    return known.has(idHash(blockId(one, other))) || known.has(idHash(blockId(other, one)));
  }

  #read(): HashSet {
    const known = new HashSet();
    for (const id of this.#ids()) known.add(idHash(id));
    return known;
  }
}
