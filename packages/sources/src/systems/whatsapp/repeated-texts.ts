import { withoutMarks } from './markers.ts';

/** The number of compared texts. A marker occurs again and again, so the first texts are enough. */
const MOST_TEXTS = 20_000;

/** The fewest occurrences of a text that may be a marker. */
const ENOUGH = 3;

/** The form of WhatsApp's own sentences. Greetings and single words, which many people repeat, do not have this form. */
const sentence = /^[\p{Lu}\p{Lo}][^\s\d<>@/]*(?: [^\s\d<>@/]+){2,7}\.?$|^[\p{Lo}\p{M}]{6,30}。?$/u;

/**
 * Finds the sentence that may mark deleted messages in a chat in an unknown language: a short text that several people
 * sent.
 */
export class RepeatedTexts {
  readonly #texts = new Map<string, { count: number; readonly senders: Set<string> }>();

  note(text: string, sender: string): void {
    const plain = withoutMarks(text).trim();
    if (plain.length > 60 || !sentence.test(plain)) return;
    let known = this.#texts.get(plain);
    if (known === undefined) {
      if (this.#texts.size >= MOST_TEXTS) return;
      this.#texts.set(plain, (known = { count: 0, senders: new Set() }));
    }
    known.count++;
    if (known.senders.size < 2) known.senders.add(sender);
  }

  /** The text that occurs most often. */
  get suspect(): { readonly text: string; readonly count: number } | undefined {
    const [found] = [...this.#texts]
      .filter(([, { count, senders }]) => count >= ENOUGH && senders.size > 1)
      .toSorted(([, one], [, other]) => other.count - one.count);
    return found === undefined ? undefined : { text: found[0], count: found[1].count };
  }
}
