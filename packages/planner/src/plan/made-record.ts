import type { Kind } from '@chatferry/contract';

/** A record that planning made because rows refer to it and the export lacks it. */
export interface MadeRecord {
  readonly kind: Kind;
  readonly id: string;
  /** The setting that requests it: `onMissingUser`, `onMissingGroup` or `senderNotMember`. */
  readonly rule: string;
  /** The place of the first row that needs the record. */
  readonly file: string;
  readonly line: number;
}
