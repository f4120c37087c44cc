/** The spellings of true and false in exports of databases, spreadsheets, and people, in small letters. */
const spellings: Readonly<Record<'true' | 'false', readonly string[]>> = {
  true: ['true', 't', '1', 'yes', 'y', 'on', '\u0001', "b'1'"],
  false: ['false', 'f', '0', 'no', 'n', 'off', '\0', "b'0'"],
};

const spoken: Readonly<Record<'true' | 'false', readonly string[]>> = {
  true: 'ja j wahr oui o vrai si s verdadero sim verdadeiro vero да'.split(' '),
  false: 'nein falsch non faux falso nao não нет'.split(' '),
};

const written = tableOf(spellings);
const said = tableOf(spoken);

function tableOf(words: typeof spellings): ReadonlyMap<string, boolean> {
  return new Map([
    ...words.true.map((text) => [text, true] as const),
    ...words.false.map((text) => [text, false] as const),
  ]);
}

/** The truth that a text means in the export of a program; undefined for other texts. */
export function truthOf(text: string): boolean | undefined {
  return written.get(text.trim().toLowerCase());
}

/** As `truthOf`, and also for words that people use: `ja`, `não`. */
export function spokenTruthOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  return truthOf(text) ?? said.get(word);
}
