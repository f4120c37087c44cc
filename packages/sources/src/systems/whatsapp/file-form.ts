import type { Header } from './header.ts';

/** Headers from which the form of a file is taken. A log that is pasted into a message usually has another form. */
const DECIDING = 20;

/** How often a number below 10 has a leading zero, and how often it has none. */
interface Padding {
  padded: number;
  plain: number;
}

/** The form that all headers of a file have, found by reading its lines once. */
export class FileForm {
  readonly #counts = new Map<string, number>();
  #read = 0;
  /** By form, for the parts of the date and the hour. */
  readonly #paddings = new Map<string, readonly Padding[]>();
  #form: string | undefined;

  note(header: Header): void {
    const { form } = header;
    if (this.#read++ < DECIDING) this.#counts.set(form, (this.#counts.get(form) ?? 0) + 1);
    if (!this.#counts.has(form)) return;
    let paddings = this.#paddings.get(form);
    if (paddings === undefined) {
      paddings = numbersOf(header).map(() => ({ padded: 0, plain: 0 }));
      this.#paddings.set(form, paddings);
    }
    for (const [index, number] of numbersOf(header).entries())
      if (isPadded(number)) paddings[index]!.padded++;
      else if (isPlain(number)) paddings[index]!.plain++;
  }

  /** The most frequent form; the first of several. Undefined for a file without headers. */
  get form(): string | undefined {
    this.#form ??= [...this.#counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
    return this.#form;
  }

  /** Whether a header belongs to this file. A date with other leading zeros is part of a message. */
  has(header: Header): boolean {
    if (header.form !== this.form) return false;
    const paddings = this.#paddings.get(header.form)!;
    return numbersOf(header).every((number, index) => {
      const { padded, plain } = paddings[index]!;
      return padded > plain ? !isPlain(number) : !isPadded(number) || padded === plain;
    });
  }
}

function numbersOf({ date, hour }: Header): readonly string[] {
  return [...date, hour];
}

function isPadded(number: string): boolean {
  return number.length === 2 && number.startsWith('0');
}

function isPlain(number: string): boolean {
  return number.length === 1;
}
