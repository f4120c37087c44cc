/**
 * What was asked for cannot be done, and it is the arguments, the configuration, the input or the job folder that
 * has to change. Told without a stack; the process ends with status 2.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** What to do about it: whole sentences, or undefined when the message already says so. */
  readonly fix: string | undefined;

  constructor(message: string, fix?: string, options?: ErrorOptions) {
    super(message, options);
    this.fix = fix;
  }
}
