import { isUtf8 } from 'node:buffer';
import { isObject, type Problem, problem, shownValue } from '@chatferry/contract';

/** The encoding in which UTF-8 text was read by mistake. */
export type Misreading = 'latin1' | 'cp1252';

/** The characters of windows-1252 beyond U+00FF, with the byte of each. */
const bytes1252 = new Map<string, number>();
const decoder1252 = new TextDecoder('windows-1252');
for (let byte = 0x80; byte < 0xa0; byte++) {
  const character = decoder1252.decode(Uint8Array.of(byte));
  if (character > '\u00FF') bytes1252.set(character, byte);
}

const beyondLatin1 = /[^\0-\u00FF]/;

/** The first two bytes of a character of UTF-8, each read as one character; also as JSON escapes them. */
const twoBytes = new RegExp(
  String.raw`[\u00C2-\u00F4][\u0080-\u00BF${[...bytes1252.keys()].join('')}]|\\u00[c-fC-F][\da-fA-F]\\u(?!00[0-7])`,
);

/** Whether a text may contain UTF-8 that was read as another encoding. A fast check, which is also true for some other texts. */
export function mayBeMisread(text: string): boolean {
  return twoBytes.test(text);
}

/**
 * The original of a text that was written as UTF-8 and read as one character for each byte, as in `ZoÃ«` for `Zoë`. A text that is not of
 * this form stays unchanged.
 */
export function repairMisread(text: string, misreading: Misreading): string {
  return misreading === 'latin1' && beyondLatin1.test(text) ? text : (fromBytes(text) ?? text);
}

function fromBytes(text: string): string | undefined {
  if (!mayBeMisread(text)) return undefined;
  const bytes = Buffer.allocUnsafe(text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const byte = unit <= 0xff ? unit : bytes1252.get(text[at]!);
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** How a text was misread, and its probable original; undefined for a text of another form. */
export function misreadingOf(
  text: string,
): { readonly misreading: Misreading; readonly repaired: string } | undefined {
  const repaired = fromBytes(text);
  const misreading = beyondLatin1.test(text) ? 'cp1252' : 'latin1';
  return repaired === undefined ? undefined : { misreading, repaired };
}

/** A warning for each text of a row that looks misread. */
export function misreadWarnings(value: unknown, field = ''): Problem[] {
  if (isObject(value) || Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      misreadWarnings(inner, field === '' ? key : `${field}.${key}`),
    );
  const found = typeof value === 'string' ? misreadingOf(value) : undefined;
  if (found === undefined) return [];
  const { misreading, repaired } = found;
  return [
    problem('misread-text', {
      field,
      value,
      detail: `${shownValue(repaired)} was probably meant`,
      fix: `If these texts are wrong, have them repaired in the configuration of their kind: convert: { ${field}: { repair: ${misreading} } }. Or export them again in UTF-8.`,
    }),
  ];
}
