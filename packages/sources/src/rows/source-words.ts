import {
  isObject,
  type Kind,
  problem,
  type Problem,
  type ProblemCode,
  type RecordBlock,
  type RejectedRow,
  type Row,
} from '@chatferry/contract';
import { brokenRecordIn } from './broken-record.ts';

/** The time of a message in its record. */
export interface SourceTime {
  /** The field as the export names it. */
  readonly field: string;
  readonly value: unknown;
  /** How the system writes times, with an example. */
  readonly form: string;
  /** The fix, instead of writing the time into the export. */
  readonly fix?: string;
}

/** The words that a system's exports have for the names of the service. */
export interface SourceWords {
  /** The name of the system. */
  readonly title: string;
  readonly timeIn: (message: Row) => SourceTime;
}

/** A time that is always in the same field of a record. */
export function timeAt(field: string, form: string): (message: Row) => SourceTime {
  return (message) => ({ field, value: message[field], form });
}

const DAMAGED = 'Correct the record in the export, or export it again, and plan again.';

/** For records that cannot be read, in place of fixes about rows and about settings for files. */
const fixesOfDamage: Partial<Record<ProblemCode, string>> = {
  'bad-json': DAMAGED,
  'not-an-object': DAMAGED,
  'broken-encoding': 'Save the file in UTF-8, and plan again.',
};

/** Problems whose fixes are about columns, which an export of a system does not have. */
const aboutColumns = new Set(['missing-field', 'unknown-field', 'not-seconds', 'milliseconds']);

/** Finds records of a file by their lines; records that are not JSON may be missing. */
export type FindOriginals = (
  file: string,
  lines: ReadonlySet<number>,
) => Promise<ReadonlyMap<number, string>>;

/** For systems whose users and groups are made of many records: their rejected rows are kept as made. */
export const noOriginals: FindOriginals = () => Promise.resolve(new Map());

/**
 * A block whose rejected rows are the records of the export, with problems in the words of its system.
 * @param find absent when the rows already are the records
 */
export async function inSourceWords(
  block: RecordBlock,
  words: SourceWords,
  find: FindOriginals | undefined,
): Promise<RecordBlock> {
  if (block.rejected.length === 0) return block;
  const lines = new Set(block.rejected.map(({ line }) => line));
  const found = await find?.(block.file, lines);
  const rejected = block.rejected.map((each) =>
    rowInSourceWords(block.kind, each, found?.get(each.line), words),
  );
  return { ...block, rejected };
}

/** @param original the record from which the row is made; absent when it is not known */
function rowInSourceWords(
  kind: Kind,
  rejected: RejectedRow,
  original: string | undefined,
  words: SourceWords,
): RejectedRow {
  const broken = brokenRecordIn(rejected.row);
  if (broken !== undefined) {
    const { code, record } = broken;
    const time = timeIn(record, words);
    const found =
      code === 'bad-source-time' && time !== undefined
        ? timeProblem(time, words, false)
        : problem(code, { fix: fixesOfDamage[code] });
    return { ...rejected, id: undefined, problems: [found], row: original ?? record };
  }
  const row = original ?? rejected.row;
  const time = kind === 'messages' ? timeIn(row, words) : undefined;
  const isOfTime = ({ code, field }: Problem): boolean =>
    time !== undefined && field === 'sentAt' && aboutColumns.has(code);
  const hasNoTime = rejected.problems.some(isOfTime);
  const problems = rejected.problems
    // In some systems, the ids are made from the times.
    .filter(({ code, field }) => !(hasNoTime && code === 'missing-field' && field === 'muid'))
    .map((each) =>
      isOfTime(each)
        ? timeProblem(time!, words, each.code === 'not-seconds')
        : withoutColumns(each, words),
    );
  return { ...rejected, problems, row };
}

function timeIn(json: string, { timeIn: find }: SourceWords): SourceTime | undefined {
  try {
    const record: unknown = JSON.parse(json);
    return isObject(record) ? find(record) : undefined;
  } catch {
    return undefined;
  }
}

/** @param isRead whether the time was readable, but out of the range of the service */
function timeProblem(
  { field, value, form, fix }: SourceTime,
  { title }: SourceWords,
  isRead: boolean,
): Problem {
  if (value === undefined || value === null || value === '')
    return problem('missing-field', {
      field,
      fix:
        fix ??
        `Write the time of the message into ${field} in the export, as ${form}, and plan again.`,
    });
  const range = isRead ? '; the service takes times from 2001-09-09 on' : '';
  return problem('bad-source-time', {
    field,
    value,
    detail: `${title} writes ${form}${range}`,
    fix: fix ?? `Correct ${field} in the export, and plan again.`,
  });
}

function withoutColumns(found: Problem, { title }: SourceWords): Problem {
  if (!aboutColumns.has(found.code)) return found;
  const fix =
    found.code === 'missing-field'
      ? `The record of ${title} does not contain it. Complete the record in the export, and plan again.`
      : 'Correct the record in the export, and plan again.';
  return { ...found, fix };
}
