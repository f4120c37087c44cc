/** The labels of a sample: their names are fixed for a metric, their values are not. */
export type Labels<Name extends string> = Readonly<Record<Name, string>>;

/** One line of the text: what follows the name of the metric, its labels, and the value. */
export interface Sample {
  readonly suffix: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric and its samples, as OpenMetrics names them. */
export interface Metric {
  /** Without the `_total` of a counter. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly unit?: string | undefined;
  samples(): Iterable<Sample>;
}

interface Entry<Name extends string, Value> {
  readonly labels: Labels<Name>;
  value: Value;
}

/** One value for each combination of labels. */
class Entries<Name extends string, Value> {
  readonly #entries = new Map<string, Entry<Name, Value>>();
  #names: readonly Name[] | undefined;

  of(labels: Labels<Name>, initial: Value): Entry<Name, Value> {
    this.#names ??= Object.keys(labels) as Name[];
    const key = this.#names.map((name) => labels[name]).join('\0');
    const entry = this.#entries.get(key) ?? { labels, value: initial };
    this.#entries.set(key, entry);
    return entry;
  }

  [Symbol.iterator](): Iterator<Entry<Name, Value>> {
    return this.#entries.values();
  }
}

/** Counts up, from 0 at the start of the process. */
export class Counter<Name extends string = never> implements Metric {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #entries = new Entries<Name, number>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  /** @param count 0 makes the sample appear */
  add(labels: Labels<Name>, count = 1): void {
    this.#entries.of(labels, 0).value += count;
  }

  *samples(): Iterable<Sample> {
    for (const { labels, value } of this.#entries) yield { suffix: '_total', labels, value };
  }
}

/** A value that goes up and down, or the function that returns it. */
export type GaugeValue = number | (() => number | undefined);

export class Gauge<Name extends string = never> implements Metric {
  readonly type = 'gauge';
  readonly name: string;
  readonly help: string;
  readonly #entries = new Entries<Name, GaugeValue | undefined>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  /** @param value `undefined` removes the sample */
  set(labels: Labels<Name>, value: GaugeValue | undefined): void {
    this.#entries.of(labels, value).value = value;
  }

  *samples(): Iterable<Sample> {
    for (const { labels, value } of this.#entries) {
      const found = typeof value === 'function' ? value() : value;
      if (found !== undefined) yield { suffix: '', labels, value: found };
    }
  }
}

/** How many values are at most as large as each bound; their number and sum. */
export class Histogram implements Metric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly unit: string;
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #count = 0;
  #sum = 0;

  /** @param bounds in ascending order; infinity is added as the last bound */
  constructor(name: string, help: string, unit: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.unit = unit;
    this.#bounds = [...bounds, Number.POSITIVE_INFINITY];
    this.#counts = this.#bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#count++;
    this.#sum += value;
    for (const [index, bound] of this.#bounds.entries()) if (value <= bound) this.#counts[index]!++;
  }

  *samples(): Iterable<Sample> {
    for (const [index, bound] of this.#bounds.entries())
      yield { suffix: '_bucket', labels: { le: boundText(bound) }, value: this.#counts[index]! };
    yield { suffix: '_count', labels: {}, value: this.#count };
    yield { suffix: '_sum', labels: {}, value: this.#sum };
  }
}

/** A bound is a number with a point. */
function boundText(bound: number): string {
  if (bound === Number.POSITIVE_INFINITY) return '+Inf';
  return Number.isInteger(bound) ? bound.toFixed(1) : String(bound);
}
