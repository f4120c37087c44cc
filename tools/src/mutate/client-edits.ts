import type { Edit } from './edit.ts';

const src = 'packages/client/src';
const test = 'packages/client/test';

/** Edits of the client: what it repeats, how it reads lists and waits, and what it keeps secret. */
export const clientEdits: readonly Edit[] = [
  {
    file: `${src}/pages.ts`,
    find: 'Math.min(this.#asked, stated)',
    replace: 'this.#asked',
    effect: 'a list ends when the service makes smaller pages',
    tests: [`${test}/lists.test.ts`],
  },
  {
    file: `${src}/sender.ts`,
    find: 'clean(decoder.decode(bytes)).slice(0, EXCERPT_LENGTH)',
    replace: 'clean(decoder.decode(bytes).slice(0, EXCERPT_LENGTH))',
    effect: 'half a key stays at the cut of an answer',
    tests: [`${test}/attempt.test.ts`],
  },
  {
    file: `${src}/retry-after.ts`,
    find: 'left !== undefined && left > 0',
    replace: 'left !== undefined && left >= 0',
    effect: 'the reset beside no requests left is not heeded',
    tests: [`${test}/retry-after.test.ts`],
  },
  {
    file: `${src}/retry.ts`,
    find: 'if (number >= attempts) return undefined;',
    replace: '',
    effect: 'a call is repeated without end',
    tests: [`${test}/retry.test.ts`],
  },
  {
    file: `${src}/retry.ts`,
    find: 'if (!waiting && !repeatable && error.mayHaveLanded) return undefined;',
    replace: '',
    effect: 'what may have been done is done twice',
    tests: [`${test}/retry.test.ts`, `${test}/call.test.ts`],
  },
  {
    file: `${src}/retry.ts`,
    find: 'error.retryAfterMs ?? ',
    replace: '',
    effect: 'the wait that the service asks for is not heeded',
    tests: [`${test}/retry.test.ts`, `${test}/call.test.ts`],
  },
  {
    file: `${src}/retry.ts`,
    find: 'delayMs > LONGEST_WAIT_MS ? undefined : delayMs',
    replace: 'delayMs',
    effect: 'a call waits for hours',
    tests: [`${test}/retry.test.ts`, `${test}/call.test.ts`],
  },
  {
    file: `${src}/redaction.ts`,
    find: "clean.replaceAll(KEY_FORM, '[key]')",
    replace: 'clean',
    effect: 'other keys of the service are shown',
    tests: [`${test}/attempt.test.ts`, `${test}/answer-error.test.ts`],
  },
  {
    file: `${src}/redaction.ts`,
    find: "clean = clean.replaceAll(secret, '[key]')",
    replace: "clean = clean.replace(secret, '[key]')",
    effect: 'a key that is there twice is shown once',
    tests: [`${test}/attempt.test.ts`, `${test}/answer-error.test.ts`, `${test}/call.test.ts`],
  },
  {
    file: `${src}/answer-error.ts`,
    find: "clean(errorText(problem) ?? 'The service gave no reason.')",
    replace: "(errorText(problem) ?? 'The service gave no reason.')",
    effect: 'a key in the message of the service is shown',
    tests: [`${test}/attempt.test.ts`, `${test}/answer-error.test.ts`],
  },
  {
    file: `${src}/answer-error.ts`,
    find: 'JSON.parse(clean(JSON.stringify(details)))',
    replace: 'details',
    effect: 'a key in the details of an error is shown',
    tests: [`${test}/attempt.test.ts`, `${test}/answer-error.test.ts`],
  },
  {
    file: `${src}/answer-error.ts`,
    find: "method !== 'GET' && ",
    replace: '',
    effect: 'reading counts as something that may have been done',
    tests: [`${test}/answer-error.test.ts`, `${test}/call.test.ts`, `${test}/retry.test.ts`],
  },
  {
    file: `${src}/limiter.ts`,
    find: 'Math.max(pausedUntil, clock.monotonicMs() + ms)',
    replace: 'clock.monotonicMs() + ms',
    effect: 'a shorter pause replaces a longer one',
    tests: [`${test}/limiter.test.ts`],
  },
  {
    file: `${src}/limiter.ts`,
    find: 'from - now + spacing.take(from, gapMs)',
    replace: 'from - now',
    effect: 'requests are not spaced',
    tests: [`${test}/limiter.test.ts`],
  },
  {
    file: `${src}/retry-after.ts`,
    find: 'Math.ceil(Number(value) * 1000)',
    replace: 'Number(value)',
    effect: 'seconds to wait are read as milliseconds',
    tests: [`${test}/retry-after.test.ts`],
  },
];
