import type { Kind } from '@chatferry/contract';

/** What identifies an input: a file that holds several kinds is read once for each. */
export interface FileOfKind {
  readonly file: string;
  readonly kind: Kind;
}

/** One text for each file and kind. */
export function inputKey({ file, kind }: FileOfKind): string {
  return `${kind} ${file}`;
}
