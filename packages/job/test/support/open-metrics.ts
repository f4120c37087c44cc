/** A sample of a text in the format of OpenMetrics. */
export interface ParsedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly type: string;
  readonly about: Set<string>;
}

const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total', '_created'],
  gauge: [''],
  histogram: ['_bucket', '_count', '_sum', '_created'],
};

const SAMPLE = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/s;
const LABEL = /(?<name>[a-zA-Z_]\w*)="(?<text>(?:[^"\\\n]|\\["\\n])*)"(?:,(?=[a-zA-Z_])|$)/y;

/**
 * Reads a text in the format of OpenMetrics 1.0, and accepts nothing else: each family is described before its samples and in one
 * place, samples have the suffixes of their type and occur once, counters are not negative, buckets rise to their count.
 */
export function parseOpenMetrics(text: string): ParsedSample[] {
  if (!text.endsWith('\n# EOF\n')) throw new Error('the text does not end with # EOF');
  const lines = text.slice(0, -'# EOF\n'.length).split('\n').slice(0, -1);
  const families = new Map<string, Family>();
  const samples: ParsedSample[] = [];
  let family: Family | undefined;
  for (const line of lines) {
    const [, word, name, rest = ''] = /^# (TYPE|HELP|UNIT) (\S+) (.+)$/.exec(line) ?? [];
    if (word === undefined) {
      samples.push(sampleOf(line, family));
      continue;
    }
    if (name !== family?.name) {
      if (word !== 'TYPE' || families.has(name!)) throw new Error(`not the start of one: ${line}`);
      family = { name: name!, type: rest, about: new Set() };
      families.set(name!, family);
    }
    if (family!.about.has(word)) throw new Error(`said twice: ${line}`);
    family!.about.add(word);
    if (word === 'UNIT' && !name!.endsWith(`_${rest}`)) throw new Error(`other unit: ${line}`);
  }
  for (const { name, type } of families.values())
    if (type === 'histogram') checkHistogram(samples.filter((each) => each.name.startsWith(name)));
  const keys = samples.map(({ name, labels }) => name + JSON.stringify(labels));
  if (new Set(keys).size < keys.length) throw new Error('a sample occurs twice');
  return samples;
}

/** The sum of the samples that have these labels. */
export function valueOf(
  samples: readonly ParsedSample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return samples
    .filter((each) => each.name === name)
    .filter((each) => Object.entries(labels).every(([key, text]) => each.labels[key] === text))
    .reduce((sum, { value }) => sum + value, 0);
}

function sampleOf(line: string, family: Family | undefined): ParsedSample {
  const { name = '', labels = '', value = '' } = SAMPLE.exec(line)?.groups ?? {};
  const suffix = family === undefined ? undefined : name.slice(family.name.length);
  if (family === undefined || !name.startsWith(family.name))
    throw new Error(`a sample without a family: ${line}`);
  if (!suffixes[family.type]?.includes(suffix!)) throw new Error(`not of its type: ${line}`);
  if (!/^[+-]?(\d+(\.\d+)?(e[+-]?\d+)?|Inf|NaN)$/i.test(value)) throw new Error(`value: ${line}`);
  const number = Number(value.replace('Inf', 'Infinity'));
  if (family.type !== 'gauge' && !(number >= 0)) throw new Error(`negative: ${line}`);
  return { name, labels: labelsOf(labels, line), value: number };
}

function labelsOf(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const { name = '', text: value = '' } = LABEL.exec(text)?.groups ?? {};
    if (name === '' || name in labels) throw new Error(`labels: ${line}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, escaped: string) =>
      escaped === 'n' ? '\n' : escaped,
    );
  }
  return labels;
}

function checkHistogram(samples: readonly ParsedSample[]): void {
  const buckets = samples.filter(({ name }) => name.endsWith('_bucket'));
  const bounds = buckets.map(({ labels }) => labels['le']!);
  const values = buckets.map(({ value }) => value);
  const count = samples.find(({ name }) => name.endsWith('_count'))!.value;
  if (bounds.some((bound) => bound !== '+Inf' && !bound.includes('.')))
    throw new Error('a bound is not written as a float');
  if (bounds.at(-1) !== '+Inf' || values.at(-1) !== count) throw new Error('no bucket has all');
  if (values.some((value, index) => value < (values[index - 1] ?? 0)))
    throw new Error('a bucket has less than the one before');
}
