/**
 * A command that cannot be carried out until the user changes the arguments, the configuration, the input or the job
 * folder. The refusal is printed without a stack, and the process ends with status 2.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The fix as whole sentences; undefined when the message already contains it. */
  readonly fix: string | undefined;
  /** The message by line. A line break within a line is part of a foreign text. */
  readonly lines: readonly string[];

  /** @param message one line, or several */
  constructor(message: string | readonly string[], fix?: string, options?: ErrorOptions) {
    const lines = typeof message === 'string' ? [message] : message;
    super(lines.join('\n'), options);
    this.lines = lines;
    this.fix = fix;
  }
}
