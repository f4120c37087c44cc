import { isObject, type Row } from '@chatferry/contract';

/** How a JSON file begins. */
export interface JsonBeginning {
  /** Whether each line is a document, which is seen when the second one begins. */
  readonly isLines: boolean;
  /** The first document, without what is not in the beginning. */
  readonly value: unknown;
}

/** Enough for some records, and for what is before them. */
export const HEAD_BYTES = 64 * 1024;

/** How a text begins, which may be cut off anywhere; undefined for one that is not JSON. */
export function beginningIn(text: string): JsonBeginning | undefined {
  const json = text.replace(/^\uFEFF/, '').trimStart();
  if (json[0] !== '{' && json[0] !== '[') return undefined;
  const { end, whole } = closable(json);
  const value = parsed(end) ?? upToBrokenValue(json);
  if (value === undefined) return undefined;
  return { isLines: whole !== undefined && json.slice(whole).trim() !== '', value };
}

/** One record that is broken does not change what a file is: what is before it shows that. */
function upToBrokenValue(json: string): unknown {
  let [from, to] = [0, json.length];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (parsed(closable(json.slice(0, middle)).end) === undefined) to = middle;
    else from = middle;
  }
  const found = parsed(closable(json.slice(0, from)).end);
  return isObject(found) && Object.keys(found).length > 0 ? found : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The first of these objects: a document, or an element of one that is a list. */
export function firstObject({ value }: JsonBeginning): Row | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(first) ? first : undefined;
}

const strings = /"(?:[^"\\]|\\.)*("|$)|[[\]{},]/gs;

/** The first document up to the last value that is complete, with all that is open closed. */
function closable(json: string): { readonly end: string; readonly whole: number | undefined } {
  /** What closes all that is open, from the inside. */
  let open = '';
  /** Where a value has ended, or a list or object has begun, and what is open there. */
  let cut = 1;
  let closers = '';
  for (const { 0: token, index } of json.matchAll(strings)) {
    if (token === '{' || token === '[') open = (token === '{' ? '}' : ']') + open;
    else if (token === '}' || token === ']') open = open.slice(1);
    else if (token !== ',') continue;
    cut = token === ',' ? index : index + token.length;
    closers = open;
    if (open === '') return { end: json.slice(0, cut), whole: cut };
  }
  return { end: json.slice(0, cut) + closers, whole: undefined };
}
