import { isObject, type Row } from '@chatferry/contract';

/** The beginning of a JSON file. */
export interface JsonBeginning {
  /** Whether each line is a document. The beginning of the second document shows this. */
  readonly isLines: boolean;
  /** The first document, as far as the beginning contains it. */
  readonly value: unknown;
}

/** Enough for some records, and for the text before them. */
export const HEAD_BYTES = 64 * 1024;

/** The beginning of a text, which may be cut off anywhere; undefined for a text that is not JSON. */
export function beginningIn(text: string): JsonBeginning | undefined {
  const json = text.replace(/^\uFEFF/, '').trimStart();
  if (json[0] !== '{' && json[0] !== '[') return undefined;
  const { end, whole } = closable(json);
  const value = parsed(end) ?? upToBrokenValue(json);
  if (value === undefined) return undefined;
  return { isLines: whole !== undefined && json.slice(whole).trim() !== '', value };
}

/** The value before the first broken part. A broken record does not change the sort of the file, which the records before it show. */
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

/** The first object: a document, or the first element of a document that is a list. */
export function firstObject({ value }: JsonBeginning): Row | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(first) ? first : undefined;
}

const strings = /"(?:[^"\\]|\\.)*("|$)|[[\]{},]/gs;

/** The first document up to its last complete value. Open lists and objects are closed. */
function closable(json: string): { readonly end: string; readonly whole: number | undefined } {
  /** Closes all open lists and objects, from the inside. */
  let open = '';
  /** Where the last value has ended, or a list or object has begun; `closers` is open there. */
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
