/**
 * - `other-plan`: the ledger belongs to another plan
 * - `newer-version`: a later version of chatferry has written it
 * - `not-a-ledger`: the file is something else
 * - `damaged`: the file is broken
 * - `read-only`: the file or its folder cannot be written, or not be opened
 * - `disk-full`: there is no room to write down what happened
 * - `busy`: another program keeps the file locked
 */
export type LedgerErrorCode =
  | 'other-plan'
  | 'newer-version'
  | 'not-a-ledger'
  | 'damaged'
  | 'read-only'
  | 'disk-full'
  | 'busy';

/** The ledger cannot be used. What was written before stays as it is. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: LedgerErrorCode;
  readonly file: string;
  readonly fix: string;

  constructor(
    code: LedgerErrorCode,
    message: string,
    context: { file: string; fix: string; cause?: unknown },
  ) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.code = code;
    this.file = context.file;
    this.fix = context.fix;
  }
}
