import { isSecretValue } from '@chatferry/contract';
import { addressesIn, spokenTruthOf } from '@chatferry/parsers';
import { type FoundTimeForm, timeFormOf } from './time-form-of.ts';

/** The form of the sampled values of a column. Shares are relative to the filled values. */
export interface ColumnFacts {
  /** Each distinct value, with the number of rows that have it. */
  readonly values: ReadonlyMap<string, number>;
  readonly filled: number;
  readonly empty: number;
  readonly isUnique: boolean;
  readonly isNumber: boolean;
  readonly time: FoundTimeForm | undefined;
  /** Share of values with several words. */
  readonly prose: number;
  readonly length: number;
  /** Share of values that can be an id: no blank, at most 100 characters. */
  readonly idLike: number;
  readonly url: number;
  readonly path: number;
  /** Whether any value consists of several addresses. */
  readonly hasSeveralAddresses: boolean;
  readonly email: number;
  /** Share of values that begin with a capital and have no digits, like names of people and groups. */
  readonly nameLike: number;
  readonly isBoolean: boolean;
  readonly json: 'object' | 'list' | undefined;
  readonly isSecret: boolean;
  /** The markup of texts. */
  readonly markup: readonly ('html' | 'bbcode' | 'markdown')[];
}

/** Minimum share of the values that must have the same form: exports contain a few damaged values. */
const MOST = 0.9;

/** @param texts the filled values */
export function factsOf(texts: readonly string[], empty: number): ColumnFacts {
  const values = new Map<string, number>();
  for (const text of texts) values.set(text, (values.get(text) ?? 0) + 1);
  const distinct = [...values.keys()];
  const share = (fits: (text: string) => boolean): number =>
    distinct.length === 0 ? 0 : distinct.filter(fits).length / distinct.length;
  const times = distinct.filter((text) => !/^0+(\.0+)?$|^-1$/.test(text));
  const url = share((text) => addressesIn(text).every((each) => /^https?:\/\/\S+$/.test(each)));
  return {
    values,
    filled: texts.length,
    empty,
    isUnique: distinct.length === texts.length && texts.length > 0,
    isNumber: distinct.length > 0 && share((text) => /^-?\d+(\.\d+)?$/.test(text)) > MOST,
    time: timeFormOf(times) ?? timeFormOf(mostlyAlike(times)),
    prose: share((text) => /\S\s+\S+\s+\S/.test(text)),
    length: distinct.reduce((sum, text) => sum + text.length, 0) / Math.max(distinct.length, 1),
    idLike: share((text) => text.length <= 100 && !/\s/.test(text)),
    url,
    path: share((text) =>
      addressesIn(text).every(
        (each) => /^[^\s?#:]+\.[a-z][a-z0-9]{1,4}$/i.test(each) && !each.includes('@'),
      ),
    ),
    hasSeveralAddresses: distinct.some((text) => addressesIn(text).length > 1),
    nameLike: share((text) => /^\p{Lu}[^\d@/]*$/u.test(text) && text.length <= 60),
    email: share((text) => /^[^@\s]+@[^@\s]+\.\p{L}{2,}$/u.test(text)),
    isBoolean:
      distinct.length > 0 &&
      distinct.length <= 2 &&
      distinct.every((text) => spokenTruthOf(text) !== undefined),
    json: jsonOf(distinct),
    isSecret: distinct.length > 0 && share(isSecretValue) > 0.8,
    markup: markupOf(distinct),
  };
}

/** The values in the most frequent form; empty when too few values have the same form. */
function mostlyAlike(texts: readonly string[]): string[] {
  const [largest] = [...Map.groupBy(texts, shapeOf).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  return largest !== undefined && largest.length >= texts.length * MOST ? largest : [];
}

function shapeOf(text: string): string {
  return text.replaceAll(/\d/g, '0').replaceAll(/\p{L}+/gu, 'a');
}

function jsonOf(distinct: readonly string[]): ColumnFacts['json'] {
  const is = (open: string, close: string): boolean =>
    distinct.length > 0 &&
    distinct.every((text) => text.startsWith(open) && text.endsWith(close)) &&
    isJson(distinct[0]!);
  return is('{', '}') ? 'object' : is('[', ']') ? 'list' : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function markupOf(distinct: readonly string[]): ColumnFacts['markup'] {
  const has = (pattern: RegExp): boolean =>
    distinct.filter((text) => pattern.test(text)).length >= Math.max(1, distinct.length * 0.02);
  const isHtml = has(/<(p|br|b|i|a|r|t|div|span|strong|em|img|blockquote|ul|li)\b[^>]*>/i);
  const isBbcode = has(/\[(\w+)[^\]]*\][^[]*\[\/\1(:\w+)?\]/);
  const isMarkdown = has(/\*\*[^*\s][^*]*\*\*|\[[^\]]+\]\(https?:[^)]+\)|^#{1,4} \S/m);
  if (isHtml || isBbcode)
    return [...(isHtml ? (['html'] as const) : []), ...(isBbcode ? (['bbcode'] as const) : [])];
  return isMarkdown ? ['markdown'] : [];
}
