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
   * Raw bytes, usually a stream: compressed or not, in the encoding that `mapping` names or that the bytes show. A piece
   * is not used any more when the next one is requested.
   */
  readonly bytes: AsyncIterable<Uint8Array | string>;
  /** Reads the same bytes again; needed for a mapping that leads to what is around the rows, as `^.id`. */
  readonly again?: () => AsyncIterable<Uint8Array | string>;
  readonly mapping?: KindMapping;
  /**
   * For a file that is read once for each of its kinds: the `when` of the others, if this reading counts the rows that
   * no kind takes, and rejects those that cannot be parsed. `false`: another reading does that. Default: no others.
   */
  readonly others?: readonly When[] | false;
  /** For such a file: where the rows of the other kinds are. Lists of them inside of rows are left out of these. */
  readonly otherRows?: readonly string[];
  /** All kinds that are read from the file. Default: this one. */
  readonly inFile?: readonly KindReading[];
  /** For such a file: the other kinds that are made from the same rows; `false` where another reading has the account of these. */
  readonly sharing?: readonly KindReading[] | false;
  /** For such a file: the columns that other kinds use of the same rows. They need no entry under `ignore`. */
  readonly otherNames?: readonly string[];
}
