import { idHash, type Json, type Operation } from '@chatferry/contract';
import { isJsonObject } from '../entities/present.ts';
import type { ListReading } from '../lists/list-reading.ts';
import { PAGE_SIZE, uncounted } from '../lists/paging.ts';
import type { FaultRule } from './fault-rule.ts';
import { fraction } from './fault-selector.ts';
import { ruleOf } from './rule-of.ts';

type Query = Readonly<Record<string, unknown>>;
type HiddenItems = Extract<FaultRule, { fault: 'hidden-items' }>;
type JunkItems = Extract<FaultRule, { fault: 'junk-items' }>;

/** The reading of a list under these rules. @param firstPage the reading without a rule */
export function listReading(
  rules: readonly FaultRule[],
  firstPage: ListReading['firstPage'],
): ListReading {
  return {
    firstPage: ruleOf(rules, 'first-page')?.page ?? firstPage,
    isCursorInclusive: ruleOf(rules, 'inclusive-cursors') !== undefined,
    isById: ruleOf(rules, 'message-order')?.by === 'id',
  };
}

/** The query of a list, with the page size that the rules allow. */
export function cappedQuery(
  rules: readonly FaultRule[],
  operation: Pick<Operation, 'paging'>,
  query: Query,
): Query {
  const cap = ruleOf(rules, 'capped-pages')?.items;
  if (cap === undefined || operation.paging === undefined) return query;
  const size = operation.paging === 'cursor' ? 'limit' : 'perPage';
  return { ...query, [size]: Math.min(askedSize(query), cap) };
}

/** The answer of a list with the changes of the rules. @param query the query before a cap */
export function spoiledList(rules: readonly FaultRule[], query: Query, answer: object): object {
  return rules.reduce((list, rule) => spoiledBy(rule, query, list as Json), answer);
}

function spoiledBy(rule: FaultRule, query: Query, answer: Json): object {
  const { data, meta } = answer;
  if (!Array.isArray(data) || !isJsonObject(meta)) return answer;
  if (rule.fault === 'capped-pages' && rule.stated === false)
    return { ...answer, meta: unstated(meta, askedSize(query)) };
  if (rule.fault === 'message-order' && rule.by === 'nothing')
    return { ...answer, data: data.toReversed() };
  if (rule.fault === 'hidden-items') return { ...answer, data: visible(data, rule) };
  if (rule.fault === 'junk-items') return { ...answer, data: withJunk(data, rule) };
  if (rule.fault === 'total-zero')
    return {
      ...answer,
      meta: withPagination(meta, (pagination) => uncounted(pagination as Record<string, number>)),
    };
  if (rule.fault === 'no-pagination')
    return { ...answer, meta: { ...meta, pagination: undefined } };
  return answer;
}

function askedSize({ limit, perPage }: Query): number {
  return Number(limit ?? perPage ?? PAGE_SIZE);
}

function withPagination(meta: Json, change: (pagination: Json) => Json): Json {
  const { pagination } = meta;
  return isJsonObject(pagination) ? { ...meta, pagination: change(pagination) } : meta;
}

/** States the requested size instead of the page's size. */
function unstated(meta: Json, asked: number): Json {
  const { current } = meta;
  const total_pages = (total: unknown): number => Math.max(1, Math.ceil(Number(total) / asked));
  return {
    ...withPagination(meta, (pagination) => ({
      ...pagination,
      per_page: asked,
      total_pages: total_pages(pagination['total']),
    })),
    ...(isJsonObject(current) ? { current: { ...current, limit: asked } } : {}),
  };
}

/**
 * The visible items of a page. An item is hidden in every list or in none, and a value that is not an item is never hidden. A share
 * leaves at least one item, because an empty page is the end of a list.
 */
function visible(items: readonly unknown[], { where, share = 0.2, seed = 1 }: HiddenItems) {
  const isHidden = (item: Json): boolean =>
    where === undefined
      ? fraction(seed, idHash(idOf(item))) < share
      : Object.entries(where).every(([field, value]) => item[field] === value);
  const left = items.filter((item) => !isJsonObject(item) || !isHidden(item));
  return left.length === 0 && where === undefined ? items.slice(0, 1) : left;
}

/** The first field of each listed item is its id. */
function idOf(item: Json): string {
  return String(Object.values(item)[0]);
}

const JUNK = { null: null, number: 7, object: { note: 'not an item' } } as const;

/** A page with junk between its items. An empty page stays empty, because it is the end of the list. */
function withJunk(
  items: readonly unknown[],
  { junk = ['null', 'number', 'object'], seed = 1 }: JunkItems,
): unknown[] {
  const page = [...items];
  if (page.length === 0) return page;
  for (const kind of junk)
    page.splice(Math.floor(fraction(seed, page.length) * (page.length + 1)), 0, JUNK[kind]);
  return page;
}
