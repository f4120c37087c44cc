/** Why a file was not copied. docs/media.md has each, with what to do about it. */
export const causes = [
  'expired',
  'gone',
  'needs-key',
  'login-page',
  'too-large',
  'private',
  'changed',
  'refused',
  'unreachable',
] as const;

export type Cause = (typeof causes)[number];

/** A file that cannot be copied now. The detail has no address. */
export class NotCopied extends Error {
  override readonly name = 'NotCopied';
  readonly why: Cause;

  constructor(why: Cause, detail: string) {
    super(detail);
    this.why = why;
  }
}
