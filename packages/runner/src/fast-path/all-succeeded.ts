// Recognises the usual import answer by its bytes: `{"data":{"…":{"success":true…},…}}`, whose keys are the ids that were
// sent, in their order. Any other answer is parsed as JSON. Only a run without a quota is fast enough to notice.
//
// Measured on 2026-11-27 on two shared cores, 4,242 requests with 50 records, five pairs of runs in turns: 2.2 to 2.8 s of processor
// time with it and 3.0 to 3.9 s without (1.4 times as much), 134 to 148 MiB and 163 to 182 MiB. An object whose fifty keys no object
// had before is costly for the engine.

import type { Kind } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';

/** An import answer that reports `success` for every record that it names. */
export class AllSucceeded {
  readonly bytes: Uint8Array;
  /** Two numbers for each key: where it begins in the bytes, and where it ends. */
  readonly keyEdges: readonly number[];

  constructor(bytes: Uint8Array, keyEdges: readonly number[]) {
    this.bytes = bytes;
    this.keyEdges = keyEdges;
  }

  /** The answer as JSON after all. */
  get body(): unknown {
    return asJson(this.bytes);
  }
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const HEAD = encoder.encode('{"data":{');
const SUCCESS = encoder.encode('":{"success":true');

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** An answer as JSON, or `AllSucceeded` when it has the usual form of success. */
export function parseAnswer(bytes: Uint8Array): unknown {
  const keyEdges = succeededKeys(bytes);
  return keyEdges === undefined ? asJson(bytes) : new AllSucceeded(bytes, keyEdges);
}

function asJson(bytes: Uint8Array): unknown {
  return JSON.parse(decoder.decode(bytes));
}

/** The edges of the keys of `{"data":{"…":{"success":true…},…}}`; `undefined` for an answer of any other form. */
function succeededKeys(bytes: Uint8Array): number[] | undefined {
  if (!startsWith(bytes, 0, HEAD)) return undefined;
  const edges: number[] = [];
  for (let at = HEAD.length; ; at++) {
    if (bytes[at] !== QUOTE) return undefined;
    const keyEnd = endOfKey(bytes, at + 1);
    if (!startsWith(bytes, keyEnd, SUCCESS)) return undefined;
    edges.push(at + 1, keyEnd);
    at = endOfObject(bytes, keyEnd + SUCCESS.length) + 1;
    if (bytes[at] === COMMA) continue;
    return bytes[at] === CLOSING && bytes[at + 1] === CLOSING ? edges : undefined;
  }
}

/** The end of the key that begins at `start`, or its first backslash: such a key is left to the JSON parser. */
function endOfKey(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end < bytes.length && bytes[end] !== QUOTE && bytes[end] !== BACKSLASH) end++;
  return end;
}

/** The offset that closes the object around `start`; the end of the bytes when the object is not closed. */
function endOfObject(bytes: Uint8Array, start: number): number {
  let depth = 1;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte === OPENING) depth++;
    else if (byte === CLOSING && --depth === 0) return at;
  }
  return bytes.length;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let end = start;
  for (; end < bytes.length && bytes[end] !== QUOTE; end++) if (bytes[end] === BACKSLASH) end++;
  return end;
}

function startsWith(bytes: Uint8Array, start: number, part: Uint8Array): boolean {
  for (let index = 0; index < part.length; index++)
    if (bytes[start + index] !== part[index]) return false;
  return true;
}

/** Whether the keys of the answer are the ids of these records, in their order. */
export function namesRecords(
  { bytes, keyEdges }: AllSucceeded,
  batch: Batch,
  positions: readonly number[],
): boolean {
  return (
    keyEdges.length === positions.length * 2 &&
    positions.every((position, index) => {
      const key = keyEdges[index * 2]!;
      return beginsWith(batch, position, bytes, key, keyEdges[index * 2 + 1]!);
    })
  );
}

/**
 * Whether an entry begins with the key at this offset of the answer, between two quotes. An id that only one side
 * writes with escapes is not recognised; the JSON parser then decides.
 */
function beginsWith(
  { body, ends, kind }: Batch,
  position: number,
  bytes: Uint8Array,
  keyStart: number,
  keyEnd: number,
): boolean {
  const start = position === 0 ? headLength(kind) : ends[position - 1]! + 1;
  const offset = start + 1 - keyStart;
  for (let at = keyStart - 1; at <= keyEnd; at++) if (body[at + offset] !== bytes[at]) return false;
  return true;
}

function headLength(kind: Kind): number {
  return `{"${kind}":{`.length;
}
