import type { z } from 'zod';
import { type Kind, kinds } from '../kinds.ts';
import { limits } from '../limits.ts';
import { memberId } from '../records/member.ts';
import { type Problem, problem, type ProblemCode, problems } from './problems.ts';

/** A row as an object with the service's field names, from any source. */
export type Row = Record<string, unknown>;

/** What the judgement of a row depends on besides the row. */
export interface JudgeRules {
  /** UNIX seconds; later times are refused. */
  readonly now: number;
  /** UNIX seconds; messages sent earlier are refused. Absent: no limit. */
  readonly oldestSentAt?: number;
}

/** `wire` is the record as JSON text, ready to be sent. */
export type Judgement =
  | { readonly ok: true; readonly id: string; readonly record: Row; readonly wire: string }
  | { readonly ok: false; readonly id: string | undefined; readonly problems: readonly Problem[] };

/**
 * Says whether a row is a record the service would take, and writes the record in wire form if it is.
 *
 * Fills in what follows from the rest: `memberId`, and `category` and `type` of a message that has none. Never
 * throws for bad data. The row may be changed by it.
 */
export function judge(kind: Kind, row: Row, rules: JudgeRules): Judgement {
  complete(kind, row);
  const parsed = kinds[kind].schema.safeParse(row);
  if (!parsed.success) return refused(kind, row, fromIssues(parsed.error.issues, row));

  const inTime = timeProblem(kind, row, rules);
  if (inTime !== undefined) return refused(kind, row, [inTime]);

  const wire = JSON.stringify(row);
  const inSize =
    wire.length > SMALL || mayBeBroken(wire) ? sizeProblem(kind, row, wire) : undefined;
  if (inSize !== undefined) return refused(kind, row, [inSize]);
  return { ok: true, id: row[kinds[kind].key] as string, record: row, wire };
}

/** No part of a record whose JSON has at most this many characters can be larger than its limit in bytes. */
const SMALL = Math.floor(limits.metadataBytes / 3);

function refused(kind: Kind, row: Row, problems: readonly Problem[]): Judgement {
  const id = row[kinds[kind].key];
  return { ok: false, id: typeof id === 'string' ? id : undefined, problems };
}

function complete(kind: Kind, row: Row): void {
  if (kind === 'members' && row['memberId'] === undefined) {
    const { guid, uid } = row;
    if (typeof guid === 'string' && typeof uid === 'string') row['memberId'] = memberId(guid, uid);
  }
  if (kind === 'messages') {
    const data = row['data'] as Row | undefined;
    row['category'] ??= data?.['customData'] === undefined ? 'message' : 'custom';
    if (data?.['attachments'] === undefined && data?.['text'] !== undefined) row['type'] ??= 'text';
  }
}

const timeFields = [
  'createdAt',
  'lastActiveAt',
  'deactivatedAt',
  'joinedAt',
  'sentAt',
  'deliveredAt',
  'readAt',
];

function timeProblem(kind: Kind, row: Row, { now, oldestSentAt }: JudgeRules): Problem | undefined {
  for (const field of timeFields) {
    const value = row[field];
    if (typeof value === 'number' && value > now)
      return problem('future-time', { field, value, detail: isoTime(value) });
  }
  const sentAt = row['sentAt'] as number;
  if (kind === 'messages' && oldestSentAt !== undefined && sentAt < oldestSentAt)
    return problem('too-old', {
      field: 'sentAt',
      value: sentAt,
      detail: `sent ${isoTime(sentAt)}, kept since ${isoTime(oldestSentAt)}`,
    });
  return undefined;
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19) + 'Z';
}

/** JSON.stringify writes half a character as an escape; nothing else in its output looks like one. */
function mayBeBroken(wire: string): boolean {
  return wire.includes(String.raw`\ud`);
}

function sizeProblem(kind: Kind, row: Row, wire: string): Problem | undefined {
  const broken = findBrokenText(row, '');
  if (broken !== undefined) return problem('broken-text', { field: broken });
  if (kind !== 'messages')
    return tooLarge(row, 'metadata', limits.metadataBytes, 'metadata-too-large');
  return (
    tooLarge(row, 'data', limits.messageDataBytes, 'data-too-large') ??
    (wire.length > limits.messageLength
      ? problem('data-too-large', { detail: `${wire.length} characters in all` })
      : undefined)
  );
}

function tooLarge(row: Row, field: string, limit: number, code: ProblemCode): Problem | undefined {
  if (row[field] === undefined) return undefined;
  const bytes = utf8Length(JSON.stringify(row[field]));
  return bytes > limit ? problem(code, { field, detail: `${bytes} bytes` }) : undefined;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The path of the first text inside `value` with an unpaired surrogate. */
function findBrokenText(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = findBrokenText(inner, path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Problems from the schema's own findings; checks that carry a problem code as their message keep it. */
function fromIssues(issues: readonly z.core.$ZodIssue[], row: Row): Problem[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) =>
        problem('unknown-field', {
          field: [...path, key].join('.'),
          value: valueAt(row, [...path, key]),
        }),
      );
    const value = valueAt(row, path);
    return problem(codeOf(issue, value), { field: path.join('.'), value, ...detailOf(issue) });
  });
}

function codeOf(issue: z.core.$ZodIssue, value: unknown): ProblemCode {
  if (value === undefined)
    return issue.message in problems && issue.code === 'custom'
      ? (issue.message as ProblemCode)
      : 'missing-field';
  if (issue.message === 'not-seconds' && typeof value === 'number' && value > 99_999_999_999)
    return 'milliseconds';
  if (issue.message in problems) return issue.message as ProblemCode;
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return 'bad-value';
  return 'wrong-type';
}

function detailOf(issue: z.core.$ZodIssue): { detail?: string } {
  if (issue.code === 'invalid_value')
    return { detail: `one of ${issue.values.map(String).join(', ')}` };
  if (issue.code === 'invalid_type') return { detail: `needs ${issue.expected}` };
  if (issue.code === 'too_big') return { detail: `at most ${issue.maximum}` };
  return {};
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Row)[key] : undefined),
    row,
  );
}
