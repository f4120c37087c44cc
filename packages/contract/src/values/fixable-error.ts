/** An error that a caller can react to: by its code, or by doing what its fix says. */
export interface FixableError<
  Code extends string = string,
  Fix extends string | undefined = string | undefined,
> extends Error {
  readonly code: Code;
  /** Whole sentences; undefined where the message contains the fix. */
  readonly fix: Fix;
  /** The message line by line; a line break within a line comes from quoted text. */
  readonly lines: readonly string[];
}

/** @param message one line, or several */
export type FixableErrorClass<Code extends string, Fix extends string | undefined = string> = new (
  code: Code,
  message: string | readonly string[],
  fix: Fix,
  options?: ErrorOptions,
) => FixableError<Code, Fix>;

/** Makes the error class of a package, with this name and these codes. `instanceof` identifies the package of an error. */
export function fixableErrors<Code extends string, Fix extends string | undefined = string>(
  name: string,
): FixableErrorClass<Code, Fix> {
  return class extends Error {
    override readonly name = name;
    readonly code: Code;
    readonly fix: Fix;
    readonly lines: readonly string[];

    constructor(code: Code, message: string | readonly string[], fix: Fix, options?: ErrorOptions) {
      const lines = typeof message === 'string' ? [message] : message;
      super(lines.join('\n'), options?.cause === undefined ? undefined : options);
      this.code = code;
      this.fix = fix;
      this.lines = lines;
    }
  };
}

/** Whether an error is one of chatferry's errors, which have a fix. */
export function isFixable(error: unknown): error is FixableError {
  return error instanceof Error && 'code' in error && 'fix' in error && 'lines' in error;
}
