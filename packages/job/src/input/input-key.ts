import type { Kind } from '@chatferry/contract';

/** Identifies an input: a file that holds several kinds is read once for each kind. */
export interface FileOfKind {
  readonly file: string;
  readonly kind: Kind;
  /** Which of the kind's mappings in the file, from 0, if there are several. */
  readonly part?: number;
}

/** One text for each file, kind and mapping. */
export function inputKey({ file, kind, part }: FileOfKind): string {
  return `${kind}${part === undefined ? '' : ` ${part}`} ${file}`;
}
