import { ApiError, type Client } from '@chatferry/client';
import { OwnRecords } from './own-records.ts';
import type { Body, CheckedApp, Finding, Question } from './question.ts';
import { questionGroups } from './questions.ts';

/** Codes of failures after which the check cannot ask further questions. */
const FINAL: ReadonlySet<string> = new Set([
  'unreachable',
  'untrusted',
  'timeout',
  'unauthorized',
  'not-configured',
  'rate-limited',
]);

/** How a check ended. */
export interface CheckEnd {
  /** The prefix of the ids of all records that the check wrote. */
  readonly prefix: string;
  /** The records that could not be removed. */
  readonly left: readonly string[];
  /** The reason why the check did not ask everything. */
  readonly failure?: unknown;
}

/**
 * Asks the app all questions, and prints the findings. Records for the questions are written with a prefix of their own, and removed at
 * the end, also after an error and when the signal is aborted.
 *
 * @param signal ends the check; the removal continues
 */
export async function checkApp(
  client: Client,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<CheckEnd> {
  const own = new OwnRecords();
  const { prefix } = own;
  const get: CheckedApp['get'] = (path, query, onBehalfOf) =>
    client.request<Body>({
      method: 'GET',
      path,
      query: query as Readonly<Record<string, unknown>>,
      ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
      signal,
      answer: { parse: (body) => body as Body },
    });
  print(`Everything that is written has ids that begin with ${prefix}.`);
  const failure = await failureOf(async () => {
    await own.create(client, signal);
    await askAll({ client, own, get, signal }, print);
  });
  let left: readonly string[] = [];
  const notRemoved = await failureOf(async () => {
    left = await own.remove(client);
  });
  return {
    prefix,
    left: notRemoved === undefined ? left : [`everything that begins with ${prefix}`],
    failure: failure ?? notRemoved,
  };
}

async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}

async function askAll(app: CheckedApp, print: (line: string) => void): Promise<void> {
  const open: string[] = [];
  for (const [group, questions] of Object.entries(questionGroups)) {
    print(`\n${group}`);
    for (const question of questions) {
      app.signal.throwIfAborted();
      const finding = await found(question, app);
      print(`  ${question.asks}`);
      if ('untold' in finding) {
        open.push(`${question.asks} ${finding.untold}`);
        print('    could not be told');
      } else {
        const seen = finding.seen === undefined ? '' : ` (${finding.seen})`;
        print(`    ${question.readings[finding.reading]}${seen}`);
      }
    }
  }
  print(`\nCould not be told: ${open.length} questions`);
  for (const line of open) print(`  ${line}`);
}

/** A question that the service refuses stays open. */
async function found(question: Question, app: CheckedApp): Promise<Finding> {
  try {
    return await question.find(app);
  } catch (error) {
    if (!(error instanceof ApiError) || FINAL.has(error.code)) throw error;
    return { untold: `The service refused: ${error.serviceCode ?? error.code}.` };
  }
}
