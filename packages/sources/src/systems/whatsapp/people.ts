import type { Place } from '../../reading/place.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { idOfName, idOfNumber } from './ids.ts';
import { isSelf } from './group-events.ts';
import { withPlainBlanks } from './markers.ts';

/** The person before a text: a name of the phone's address book, or a number. */
export interface Person {
  readonly uid: string;
  /** Distinguishes people in the ids of messages. It does not depend on the options. */
  readonly key: string;
  readonly name: string;
}

/** The most words of a name. */
const MOST_WORDS = 12;

/** WhatsApp writes some numbers with a non-breaking hyphen. */
const number = /^(?:~ ?)?\+?[\d ().\-\u2010-\u2015/]+$/;

/** The digits of a telephone number; undefined for a name. */
function digitsIn(name: string): string | undefined {
  const digits = name.replaceAll(/\D/g, '');
  return number.test(name) && digits.length >= 7 && digits.length <= 15 ? digits : undefined;
}

/** A name in the form in which people compare names. */
export function cleanName(name: string): string {
  return withPlainBlanks(name).normalize('NFC').replaceAll(/ +/g, ' ').trim();
}

/** A name without the tilde that WhatsApp writes before names that people without an entry in the address book chose. */
function chosenName(name: string): string {
  return name.replace(/^~ ?/, '') || name;
}

/** People of all chats of an export. All names are from one address book. */
export class People {
  readonly users: KnownUsers;
  readonly #isHidden: boolean;
  readonly #byName = new Map<string, Person>();
  readonly #byNumber = new Map<string, Person>();

  /** @param phoneNumbers whether ids and names of people without a name have their numbers */
  constructor(users: KnownUsers, phoneNumbers: 'hash' | 'keep') {
    this.users = users;
    this.#isHidden = phoneNumbers === 'hash';
  }

  get count(): number {
    return new Set([...this.#byName.values()].map(({ uid }) => uid)).size;
  }

  /** @param seconds the UNIX time of the record that names the person */
  add(shown: string, place: Place, seconds: number): Person {
    const name = cleanName(shown);
    let person = this.#byName.get(name);
    if (person === undefined) {
      person = this.#newPerson(name);
      this.#byName.set(name, person);
    }
    this.users.addNamed(person.uid, place, seconds, { name: person.name });
    return person;
  }

  /** @returns undefined for a name that is in no message and in no line about a group */
  find(shown: string): Person | undefined {
    const name = cleanName(shown);
    const digits = digitsIn(name);
    return (
      this.#byName.get(name) ??
      this.#byName.get(`~ ${chosenName(name)}`) ??
      (digits === undefined ? undefined : this.#byNumber.get(digits))
    );
  }

  /** The person at the beginning of a line of WhatsApp. @param me the name of the person who exported */
  first(line: string, me: string | undefined): Person | undefined {
    const words = cleanName(line).split(' ');
    for (let count = Math.min(words.length - 1, MOST_WORDS); count > 0; count--) {
      const found = this.find(words.slice(0, count).join(' '));
      if (found !== undefined) return found;
    }
    return me !== undefined && isSelf(words[0] ?? '') ? this.find(me) : undefined;
  }

  /** A line of WhatsApp with numbers as the service may show them. */
  withShownNumbers(line: string): string {
    return line.replaceAll(/\+\d[\d \u00A0\u2010-\u2015().-]{6,20}\d/g, (each) =>
      this.shownName(each),
    );
  }

  /** A number as the service may show it. */
  shownNumber(digits: string): string {
    return this.#isHidden ? `…${digits.slice(-4)}` : digits;
  }

  /** The name as the service may show it: the name may be a number. */
  shownName(name: string): string {
    const digits = digitsIn(cleanName(name));
    return digits === undefined ? name : this.shownNumber(digits);
  }

  #newPerson(name: string): Person {
    const digits = digitsIn(name);
    if (digits === undefined) return { uid: idOfName(name), key: name, name: chosenName(name) };
    const known = this.#byNumber.get(digits);
    if (known !== undefined) return known;
    const person = this.#isHidden
      ? { uid: idOfNumber(digits), key: digits, name: `WhatsApp …${digits.slice(-4)}` }
      : { uid: digits, key: digits, name: chosenName(name) };
    this.#byNumber.set(digits, person);
    return person;
  }
}
