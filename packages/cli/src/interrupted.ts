/** Somebody pressed Ctrl-C, or the system asked the process to end. The message says what was left behind. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
