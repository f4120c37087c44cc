/** Ctrl-C was pressed, or the system asked the process to end. The message describes the resulting state. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
