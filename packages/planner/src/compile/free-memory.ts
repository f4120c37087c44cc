/**
 * Gives the memory of arrays back at once, which are then of no more use. The garbage collector sees only the small
 * objects around it, and would let megabytes lie.
 */
export function freeMemory(...arrays: readonly ArrayBufferView<ArrayBuffer>[]): void {
  for (const { buffer } of arrays) buffer.transfer(0);
}
