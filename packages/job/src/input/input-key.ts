import type { Kind } from '@chatferry/contract';

/** What identifies an input: a file that holds several kinds is read once for each. */
export interface FileOfKind {
  readonly file: string;
  readonly kind: Kind;
  /** Which of the kind's mappings in the file, from 0, where it has several. */
  readonly part?: number;
}

/** One text for each file, kind and mapping. */
export function inputKey({ file, kind, part }: FileOfKind): string {
  return `${kind}${part === undefined ? '' : ` ${part}`} ${file}`;
}
