import type { Kind } from '@chatferry/contract';
import type { KindMapping } from './mapping/kind-mapping.ts';
import type { Format } from './recognise-file.ts';

/** A file, or anything else that gives bytes. */
export interface Input {
  /** As the user named it; problems are told with it. */
  readonly file: string;
  readonly kind: Kind;
  readonly format: Format;
  /**
   * Raw bytes, compressed or not, in any encoding that `mapping` names or that shows in them; a stream, mostly. A piece
   * is not looked at any more when the next one is asked for.
   */
  readonly bytes: AsyncIterable<Uint8Array | string>;
  readonly mapping?: KindMapping;
}
