/** Milliseconds that a database may take for an answer. */
export interface WaitLimits {
  /** To connect and to begin the snapshot. */
  readonly openMs: number;
  /** For the columns of a query, which reads no rows. */
  readonly columnsMs: number;
  /** For the next rows: without an index, the server sorts all rows before it returns the first row. */
  readonly rowsMs: number;
}

export const waitLimits: WaitLimits = { openMs: 30_000, columnsMs: 90_000, rowsMs: 7_200_000 };

/** Seconds that a query waits for a table that another transaction has locked. This is less than the limit for the columns. */
export const LOCK_WAIT_S = 60;

/** Milliseconds until the system probes a silent connection. After ten more seconds without an answer, the connection is lost. */
export const KEEP_ALIVE_MS = 10_000;

/** Milliseconds that ending a query in the server may take. */
export const CANCEL_MS = 3000;

/** The database did not answer in time. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly seconds: number;

  constructor(limitMs: number) {
    super(`No answer for ${limitMs / 1000} seconds.`);
    this.seconds = limitMs / 1000;
  }
}

interface Wait {
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Makes the database end the work that is waited for. */
  readonly interrupt: () => void;
}

/** Waits for an answer of a database, up to the limit, and until the signal. @throws {NoAnswerError} or the signal's reason */
export async function answered<T>(
  answer: Promise<T>,
  { limitMs, signal, interrupt }: Wait,
): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (reason: unknown): void => {
    reject(reason);
    interrupt();
  };
  const onAbort = (): void => end(signal?.reason);
  const timer = setTimeout(() => end(new NoAnswerError(limitMs)), limitMs);
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted === true) onAbort();
  try {
    return await Promise.race([answer, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
