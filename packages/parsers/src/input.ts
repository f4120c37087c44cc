import type { Kind } from '@chatferry/contract';
import type { When } from './mapping/condition.ts';
import type { KindReading } from './account/message-shape.ts';
import type { KindMapping } from './mapping/kind-mapping.ts';
import type { Format } from './terms/format.ts';

/** A file, or another source of bytes. */
export interface Input {
  /** The name of the file as the user wrote it; problems name it. */
  readonly file: string;
  readonly kind: Kind;
  readonly format: Format;
  /**
   * Raw bytes, usually a stream: compressed or not, in the encoding that `mapping` names or that the bytes show. The reader does not use
   * a piece after it requests the next one.
   */
  readonly bytes: AsyncIterable<Uint8Array | string>;
  /** Reads the same bytes again. Needed for a mapping that reads objects around the rows, as in `^.id`. */
  readonly again?: () => AsyncIterable<Uint8Array | string>;
  readonly mapping?: KindMapping;
  /**
   * For a file that is read once for each of its kinds: the `when` of the other kinds, if this reading counts the rows that no kind
   * takes, and rejects rows that cannot be parsed. `false`: another reading does so. Default: no other kinds.
   */
  readonly others?: readonly When[] | false;
  /** For such a file: the places of the other kinds' rows. Lists of these rows inside of this kind's rows are left out. */
  readonly otherRows?: readonly string[];
  /** All kinds that are read from the file. Default: this one. */
  readonly inFile?: readonly KindReading[];
  /** For such a file: the other kinds that are made from the same rows; `false` when another reading has the account of these rows. */
  readonly sharing?: readonly KindReading[] | false;
  /** For such a file: the columns of the same rows that other kinds use. These columns need no entry under `ignore`. */
  readonly otherNames?: readonly string[];
}
