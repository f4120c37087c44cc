/** Languages of WhatsApp with words for the half of the day. */
const languages =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa pl ps pt pt-PT ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-HK zh-TW zu';

const forms: readonly Intl.DateTimeFormatOptions[] = [
  { hour: 'numeric', hour12: true },
  { hour: 'numeric', hour12: true, dayPeriod: 'short' },
  { hour: 'numeric', hour12: true, dayPeriod: 'long' },
];

let table: ReadonlyMap<string, ReadonlySet<number>> | undefined;

/** By the normal form of a word: the hours for which languages use it. */
function hoursByWord(): ReadonlyMap<string, ReadonlySet<number>> {
  if (table !== undefined) return table;
  const hours = new Map<string, Set<number>>();
  for (const language of languages.split(' '))
    for (const form of forms) {
      const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' });
      for (let hour = 0; hour < 24; hour++) {
        const part = format
          .formatToParts(hour * 3_600_000)
          .find(({ type }) => type === 'dayPeriod');
        if (part === undefined) continue;
        const word = normalForm(part.value);
        const known = hours.get(word) ?? new Set();
        hours.set(word, known.add(hour));
      }
    }
  table = hours;
  return table;
}

/** `p. m.`, `P.M.` and `PM` are one word. */
function normalForm(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]/gu, '');
}

/** The short words, which need no table. PG and PTG are Malay. */
const short: Readonly<Record<string, 0 | 12>> = { a: 0, am: 0, p: 12, pm: 12, pg: 0, ptg: 12 };

/**
 * The hour of a day of 24.
 * @param hour from 0 to 12 @param word for the half of the day, in any language
 * @returns undefined for a word that is not known
 */
export function hourOfDay(hour: number, word: string): number | undefined {
  const key = normalForm(word);
  const begin = Object.hasOwn(short, key) ? short[key] : undefined;
  if (begin !== undefined) return (hour % 12) + begin;
  const known = hoursByWord().get(key);
  if (known === undefined) return undefined;
  const [one, ...others] = [hour % 12, (hour % 12) + 12].filter((each) => known.has(each));
  if (one !== undefined) return others.length === 0 ? one : undefined;
  // Languages differ about the beginning of a part of the day.
  const all = [...known];
  if (all.every((each) => each < 12)) return hour % 12;
  return all.every((each) => each >= 12) ? (hour % 12) + 12 : undefined;
}
