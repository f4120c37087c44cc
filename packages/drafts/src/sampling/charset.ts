import { isUtf8 } from 'node:buffer';
import type { FileSample } from './sample-of-file.ts';

/** The encoding of a file's text. */
export interface Charset {
  /** A name of the WHATWG Encoding Standard. */
  readonly encoding: string;
  /** Whether the parsers recognise it without a setting. */
  readonly isRecognised: boolean;
  /** A word that shows the encoding; undefined for UTF-8 and UTF-16. */
  readonly example?: string;
}

/** Single-byte encodings, with the frequent letters beyond ASCII in the languages that use them. */
const candidates: Readonly<Record<string, string>> = {
  'windows-1252': 'äöüßÄÖÜéèàçêâîôûëïœÉÈÀñóíáúÑ¿¡ãõåæøÅØ’“”„–…€°«»·',
  macintosh: 'äöüßÄÖÜéèàçêâîôûëïÉñóíáúãõåæø',
  'windows-1250': 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžČŘŠŽőű',
  'windows-1251': 'абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯё',
  'koi8-r': 'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  shift_jis: 'のにはをたがでとしてるいなれすかもこそあ、。ンースル',
  gb18030: '的一是不了在人有我他这中大来上国，。',
};

/** Detects the encoding of a sample. @param encoding the encoding that the user named */
export function charsetOf({ head, pieces, isWhole }: FileSample, encoding?: string): Charset {
  const unicode = unicodeOf(head);
  if (unicode !== undefined) return { encoding: unicode, isRecognised: true };
  const whole = isWhole ? [head] : [head, ...pieces].map(wholeCharacters);
  const suspect = whole.find(isBroken);
  if (suspect === undefined) return { encoding: 'utf-8', isRecognised: true };
  if (encoding !== undefined) return { encoding, isRecognised: false };
  const scored = Object.entries(candidates)
    .map(([name, letters]) => ({ name, score: shareOf(letters, decode(suspect, name)) }))
    .toSorted((one, other) => other.score - one.score);
  const best = scored[0]!;
  const word = /[\p{L}\p{N}]*[^\p{ASCII}\uFFFD][\p{L}\p{N}]*/u.exec(decode(suspect, best.name));
  return { encoding: best.name, isRecognised: false, example: word?.[0] ?? '' };
}

/** The text of bytes, without a byte order mark. Invalid bytes become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

function unicodeOf(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const start = head.subarray(0, 1024);
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2]!++;
  const half = start.length / 2;
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.1) return 'utf-16le';
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.1) return 'utf-16be';
  return undefined;
}

/** Whether bytes are not UTF-8. A few damaged characters among many whole ones are damage, not another encoding. */
function isBroken(bytes: Buffer): boolean {
  if (isUtf8(bytes) || bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return false;
  const text = decode(bytes, 'utf-8');
  const damaged = text.split('\uFFFD').length - 1;
  const whole = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return damaged > whole;
}

/** The bytes without incomplete characters at both ends. */
function wholeCharacters(bytes: Buffer): Buffer {
  let from = 0;
  while (from < 3 && (bytes[from]! & 0xc0) === 0x80) from++;
  let to = bytes.length;
  while (to > from && bytes.length - to < 3 && bytes[to - 1]! >= 0x80) {
    to--;
    if (bytes[to]! >= 0xc0) break;
  }
  return isUtf8(bytes.subarray(from)) ? bytes.subarray(from) : bytes.subarray(from, to);
}

/** The share of the characters beyond ASCII that are among the letters. */
function shareOf(letters: string, text: string): number {
  const wanted = new Set(letters);
  let hits = 0;
  let all = 0;
  for (const character of text) {
    if (character <= '\u007f') continue;
    all++;
    if (wanted.has(character)) hits++;
  }
  return all === 0 ? 0 : hits / all;
}
