import type { Json } from '@chatferry/contract';
import { errorBody } from '../terms/service-problem.ts';
import type { FaultRule } from './fault-rule.ts';
import { fraction } from './fault-selector.ts';

/** The faults that change the content of an import answer. */
export type Spoiling = Extract<
  FaultRule,
  { fault: 'omit-records' | 'unknown-code' | 'double-nesting' | 'as-array' | 'refuse-records' }
>;

const SPOILING: ReadonlySet<FaultRule['fault']> = new Set([
  'omit-records',
  'unknown-code',
  'double-nesting',
  'as-array',
  'refuse-records',
]);

export function isSpoiling(rule: FaultRule): rule is Spoiling {
  // Records that are refused without being stored never reach the service: see `refuse-records.ts`.
  return SPOILING.has(rule.fault) && !(rule.fault === 'refuse-records' && rule.stored !== true);
}

/** Changes the body of a successful answer; a body that is not an object of records is left unchanged. */
export function spoil(json: string, rule: Spoiling): string {
  const body = JSON.parse(json) as Json;
  const data = body['data'];
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return json;
  return JSON.stringify({ ...body, data: spoilRecords(data as Json, rule) });
}

function spoilRecords(data: Json, rule: Spoiling): unknown {
  const entries = Object.entries(data);
  switch (rule.fault) {
    case 'omit-records': {
      if (rule.which === 'last')
        return Object.fromEntries(
          entries.slice(0, entries.length - hitsAmong(entries.length, rule)),
        );
      const hit = pick(entries.length, rule);
      return Object.fromEntries(entries.filter((_, index) => !hit.has(index)));
    }
    case 'refuse-records': {
      const hit = pick(entries.length, { share: 1, ...rule });
      return Object.fromEntries(
        entries.map(([key, said], index) => [key, hit.has(index) ? refusal(rule) : said]),
      );
    }
    case 'unknown-code': {
      const hit = pick(entries.length, rule);
      const error = errorBody(rule.code ?? 'ERR_NEVER_SEEN_BEFORE', 'Something new went wrong.');
      return Object.fromEntries(
        entries.map(([key, said], index) => [
          key,
          hit.has(index) ? { success: false, error } : said,
        ]),
      );
    }
    case 'double-nesting':
      return Object.fromEntries(entries.map(([key, said]) => [key, nestTwice(said)]));
    case 'as-array':
      return entries.map(([, said]) => said);
  }
}

/** The entry of a refused record in the answer. */
export function refusal({
  code = 'ERR_OPERATION_FAILED',
  message = 'The operation could not be completed.',
  details,
}: Extract<FaultRule, { fault: 'refuse-records' }>): Json {
  return { success: false, error: errorBody(code, message, details) };
}

interface Share {
  readonly seed?: number | undefined;
  readonly share?: number | undefined;
}

function hitsAmong(count: number, { share = 0.2 }: Share): number {
  return Math.max(1, Math.round(count * share));
}

/** The affected records, chosen by the seed. */
export function pick(count: number, rule: Share): Set<number> {
  const { seed = 1 } = rule;
  const byLot = Array.from({ length: count }, (_, index) => ({
    index,
    lot: fraction(seed, index),
  }));
  byLot.sort((one, other) => one.lot - other.lot);
  return new Set(byLot.slice(0, hitsAmong(count, rule)).map(({ index }) => index));
}

function nestTwice(said: unknown): unknown {
  if (typeof said !== 'object' || said === null || !('data' in said)) return said;
  return { ...said, data: { data: said.data } };
}
