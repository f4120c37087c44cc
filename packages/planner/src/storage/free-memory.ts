/**
 * Frees the memory of arrays immediately; they cannot be used afterwards. The garbage collector counts only the small objects around the
 * memory, and would keep megabytes allocated.
 */
export function freeMemory(...arrays: readonly ArrayBufferView<ArrayBuffer>[]): void {
  for (const { buffer } of arrays) buffer.transfer(0);
}
