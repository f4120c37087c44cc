import type { Kind } from '@chatferry/contract';

/** A record that planning made because rows refer to it and the export does not have it. */
export interface MadeRecord {
  readonly kind: Kind;
  readonly id: string;
  /** The setting that asks for it: `onMissingUser`, `onMissingGroup` or `senderNotMember`. */
  readonly rule: string;
  /** Where the first row is that needs it. */
  readonly file: string;
  readonly line: number;
}
