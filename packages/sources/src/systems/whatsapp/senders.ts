import { isDeleted, plainForm } from './markers.ts';

/** The greatest length of names of contacts and groups. */
const MOST_CHARACTERS = 100;

/** The number of lines with a name from which a longer name counts: a person may begin several messages with the same word and a colon. */
const ENOUGH = 3;

/** iOS marks the texts that it writes in place of a text. */
const beforeMarker = /^(.{1,100}): \u200E([^\u200E]+)$/;

/** The lines with the same text before their first colon. */
interface Beginning {
  lines: number;
  /** The text before the second colon, if it is the same in all these lines. */
  longer: string | undefined;
}

export interface SentText {
  /** The name as the file has it. */
  readonly name: string;
  readonly text: string;
}

/**
 * The names before the texts of a file. A name ends at the first colon with a blank. If all lines with this beginning
 * have the same text up to the next colon, the first colon is part of the name.
 */
export class Senders {
  readonly #beginnings = new Map<string, Beginning>();
  /** Names with a colon before a whole line of iOS: the marker of a deleted message, or a line that begins with the names. */
  readonly #proven = new Set<string>();

  /** Notes the text after a header. */
  note(rest: string): void {
    const [, proven, marker = ''] = beforeMarker.exec(rest) ?? [];
    const isOwn =
      isDeleted(plainForm(marker)) || (proven !== undefined && marker.startsWith(proven));
    if (proven?.includes(': ') === true && isOwn) this.#proven.add(proven);
    const name = nameBefore(rest, 0);
    if (name === undefined) return;
    const longer = nameBefore(rest, name.length + 2);
    const known = this.#beginnings.get(name);
    if (known === undefined) this.#beginnings.set(name, { lines: 1, longer });
    else {
      known.lines++;
      if (known.longer !== longer) known.longer = undefined;
    }
  }

  /** The sender and the text after a header; undefined for a line of WhatsApp. */
  split(rest: string): SentText | undefined {
    const [line = ''] = rest.split('\n', 1);
    const short = nameBefore(line, 0) ?? this.#nameWithoutBlank(line);
    if (short === undefined) return undefined;
    for (const name of this.#proven)
      if (line.startsWith(`${name}: `)) return { name, text: rest.slice(name.length + 2) };
    const { lines = 0, longer } = this.#beginnings.get(short) ?? {};
    const name = longer !== undefined && lines >= ENOUGH ? longer : short;
    return { name, text: rest.slice(name.length + 1).replace(/^ /, '') };
  }

  /** Some programs trim lines, and some files have no blank after the colon. */
  #nameWithoutBlank(rest: string): string | undefined {
    const end = rest.indexOf(':');
    const name = end === -1 ? '' : rest.slice(0, end);
    return this.#beginnings.has(name) || (name !== '' && end === rest.length - 1)
      ? isName(name)
        ? name
        : undefined
      : undefined;
  }
}

/** The text before the next colon with a blank, if it may be a name. */
function nameBefore(rest: string, from: number): string | undefined {
  const end = rest.slice(0, MOST_CHARACTERS + 2).indexOf(': ', from);
  const name = end <= 0 ? '' : rest.slice(0, end);
  return isName(name) ? name : undefined;
}

/** Whether a text can be a name. An open quotation is a title in a line of WhatsApp, such as `Ann created group "To: all"`. */
function isName(name: string): boolean {
  if (name.trim() === '' || name.length > MOST_CHARACTERS) return false;
  const count = (character: string): number => name.split(character).length - 1;
  return count('"') % 2 === 0 && count('“') <= count('”') + count('„') && count('«') === count('»');
}
