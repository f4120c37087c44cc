import { pino, type Logger } from 'pino';

/**
 * The log of a job: one JSON object a line, added to by every run.
 *
 * It is handed counts, codes and ids only. The redaction is the second lock: fields that could carry a key, or what
 * people wrote, never reach the file even if somebody logs a whole object by mistake.
 */
export function openRunLog(path: string): Logger {
  return pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    pino.destination({ dest: path, sync: true, mode: 0o600, append: true }),
  );
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
