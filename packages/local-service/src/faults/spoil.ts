import type { FaultRule } from './fault-rule.ts';
import { fraction } from './fault-deck.ts';

type Json = Record<string, unknown>;

/** The faults that change what an import answer says. */
export type Spoiling = Extract<
  FaultRule,
  { fault: 'omit-records' | 'unknown-code' | 'double-nesting' | 'as-array' }
>;

export function isSpoiling(rule: FaultRule): rule is Spoiling {
  return ['omit-records', 'unknown-code', 'double-nesting', 'as-array'].includes(rule.fault);
}

/** Changes the body of a good answer; one that is no object of records stays as it is. */
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
      const hit = pick(entries.length, rule);
      return Object.fromEntries(entries.filter((_, index) => !hit.has(index)));
    }
    case 'unknown-code': {
      const hit = pick(entries.length, rule);
      const error = {
        code: rule.code ?? 'ERR_NEVER_SEEN_BEFORE',
        message: 'Something new went wrong.',
      };
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

/** The records that are hit: by the seed, and always at least one. */
function pick(
  count: number,
  { seed = 1, share = 0.2 }: { seed?: number | undefined; share?: number | undefined },
): Set<number> {
  const byLot = Array.from({ length: count }, (_, index) => ({
    index,
    lot: fraction(seed, index),
  }));
  byLot.sort((one, other) => one.lot - other.lot);
  return new Set(byLot.slice(0, Math.max(1, Math.round(count * share))).map(({ index }) => index));
}

function nestTwice(said: unknown): unknown {
  if (typeof said !== 'object' || said === null || !('data' in said)) return said;
  return { ...said, data: { data: said.data } };
}
