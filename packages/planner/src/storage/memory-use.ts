/** How much memory planning takes. With `small`, the caller's thread does everything: every other thread takes 30 to 40 MiB. */
export type MemoryUse = 'usual' | 'small';

/** From this size on, records are read or written in a second thread. */
const THREAD_FROM_BYTES = 32 * 1024 * 1024;

/** Whether this many bytes of records are read or written in a second thread. */
export function usesThread(bytes: number, memory: MemoryUse): boolean {
  return memory === 'usual' && bytes >= THREAD_FROM_BYTES;
}
