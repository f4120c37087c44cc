/** From this size on, records are read or written in a second thread. */
const THREAD_FROM_BYTES = 32 * 1024 * 1024;

/** Whether this many bytes of records are worth a second thread. */
export function isLarge(bytes: number): boolean {
  return bytes >= THREAD_FROM_BYTES;
}
