import { constants, openSync } from 'node:fs';
import type { DestinationStream, Logger } from 'pino';

/** The fields of each line in addition to the event. */
export interface LoggedProcess {
  readonly pid: number;
  /** The name of the job. */
  readonly job: string;
  /** The machine and the process. */
  readonly worker: string;
}

/**
 * The log of a job: one JSON object a line, added to by every run.
 *
 * Callers pass counts, codes and ids only. The redaction is a second safeguard: fields that may contain a key or
 * people's texts do not reach the file even when a whole object is logged by mistake.
 */
export async function openRunLog(path: string, process: LoggedProcess): Promise<Logger> {
  const { pino } = await import('pino');
  const descriptor = openedToAppend(path);
  if (descriptor === undefined) return pino({ enabled: false });
  const destination = pino.destination({ dest: descriptor, sync: true });
  destination.on('error', () => {}); // The log may lose lines; it must not end a run.
  return logTo(destination, process);
}

/** A log with one JSON object a line. @param base the fields of each line */
export async function logTo(destination: DestinationStream, base: object): Promise<Logger> {
  const { pino } = await import('pino');
  return pino(
    {
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    destination,
  );
}

/** Appends without following a link. On Windows, `O_NOFOLLOW` is undefined, which changes no bit. */
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;

function openedToAppend(path: string): number | undefined {
  try {
    return openSync(path, APPEND, 0o600);
  } catch {
    return undefined; // A run continues without its log.
  }
}

const secretNames = [
  'apiKey',
  'apikey',
  'authorization',
  'secret',
  'password',
  'text',
  'data',
  'metadata',
  'name',
  'body',
  'row',
  'value',
];
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
