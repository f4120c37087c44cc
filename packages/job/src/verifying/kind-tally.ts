import { count, type Kind } from '@chatferry/contract';
import type { HeldCounts, PlannedRecord, ComparedRecord } from '@chatferry/runner';

/** Result of comparing one kind with the plan. Contains no values: they are people's texts. */
export interface KindComparison {
  readonly kind: Kind;
  /** When reading the kind began, ISO 8601 in UTC. */
  readonly at: string;
  /** In the plan: `same + different + missing + doubled + hidden`. */
  readonly planned: number;
  /** Number of records that the service holds, planned or not. */
  readonly held: number;
  /** Held once, with every compared field as planned. */
  readonly same: number;
  /** Held once, with a field that differs. */
  readonly different: number;
  /** Planned, but not held. */
  readonly missing: number;
  /** Held, and landed in jobs before this one. They are not compared. */
  readonly landedBefore: number;
  /** For a delta that was not read in full: records that were found among its own records, and were not judged. */
  readonly others: number;
  /** Held, but not planned, nor landed before. Not an error: the app may have had content before. */
  readonly extra: number;
  /** Whether everything of the kind was read. If not, `held` and `extra` count what the lists of planned users, groups or messages show. */
  readonly isWhole: boolean;
  /** Held more than once. */
  readonly doubled: number;
  /** Planned, and not compared, because the record's users are deactivated or missing and have no list. */
  readonly hidden: number;
  /** Attachments that the service holds under an address of its own. Not an error. */
  readonly reHosted: number;
  /** The fields that differ, the most frequent first. */
  readonly fields: readonly FieldCount[];
  readonly examples: {
    readonly missing: readonly RecordPlace[];
    readonly extra: readonly string[];
    readonly doubled: readonly string[];
  };
}

export interface FieldCount {
  readonly field: string;
  readonly records: number;
  readonly examples: readonly RecordPlace[];
}

/** What a comparison in progress has found of a kind. */
export interface FoundSoFar extends Pick<KindComparison, 'different' | 'missing' | 'doubled'> {
  /** The field that differs in most records. */
  readonly field?: FieldCount | undefined;
}

/** A record and the row it came from. */
export interface RecordPlace {
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

const EXAMPLES = 10;
const FIELD_EXAMPLES = 3;

/** Maximum number of fields that are counted one by one: `data` of messages may have any keys. */
const FIELDS = 100;
const OTHER_FIELDS = 'other fields';

/** Counts the results of one kind. */
export class KindTally {
  readonly #kind: Kind;
  readonly #at: string;
  readonly #counts = { same: 0, different: 0, missing: 0, doubled: 0, hidden: 0 };
  readonly #fields = new Map<string, { records: number; examples: RecordPlace[] }>();
  readonly #missing: RecordPlace[] = [];
  readonly #doubled: string[] = [];
  #copies = 0;
  #reHosted = 0;

  constructor(kind: Kind, at: string) {
    this.#kind = kind;
    this.#at = at;
  }

  add({ planned, is, copies, differences, reHosted }: ComparedRecord): void {
    this.#counts[is]++;
    this.#copies += copies;
    this.#reHosted += reHosted;
    if (is === 'missing' && this.#missing.length < EXAMPLES) this.#missing.push(placeOf(planned));
    if (is === 'doubled' && this.#doubled.length < EXAMPLES) this.#doubled.push(planned.id);
    for (const field of new Set(differences.map((difference) => difference.field)))
      this.#addField(field, planned);
  }

  get soFar(): FoundSoFar {
    const { different, missing, doubled } = this.#counts;
    return { different, missing, doubled, field: this.#fieldCounts()[0] };
  }

  finish({ held, landedBefore, others, isWhole, extraExamples }: HeldCounts): KindComparison {
    const { same, different, missing, doubled, hidden } = this.#counts;
    return {
      kind: this.#kind,
      at: this.#at,
      planned: same + different + missing + doubled + hidden,
      held,
      same,
      different,
      missing,
      landedBefore,
      others,
      extra: held - this.#copies - landedBefore,
      isWhole,
      doubled,
      hidden,
      reHosted: this.#reHosted,
      fields: this.#fieldCounts(),
      examples: { missing: this.#missing, extra: extraExamples, doubled: this.#doubled },
    };
  }

  /** Numbers of records by field, the largest first. */
  #fieldCounts(): FieldCount[] {
    return [...this.#fields]
      .map(([field, rest]) => ({ field, ...rest }))
      .toSorted((a, b) => b.records - a.records);
  }

  #addField(name: string, planned: PlannedRecord): void {
    const field = this.#fields.size < FIELDS || this.#fields.has(name) ? name : OTHER_FIELDS;
    const known = this.#fields.get(field) ?? { records: 0, examples: [] };
    known.records++;
    if (known.examples.length < FIELD_EXAMPLES) known.examples.push(placeOf(planned));
    this.#fields.set(field, known);
  }
}

function placeOf({ id, file, line }: PlannedRecord): RecordPlace {
  return { id, file, line };
}

/** Whether no planned record of a kind is known to be missing, doubled or different. */
export function isAsPlanned({
  different,
  missing,
  doubled,
}: Pick<KindComparison, 'different' | 'missing' | 'doubled'>): boolean {
  return different + missing + doubled === 0;
}

/** How many records the app holds beyond the plan, as far as it was read. */
export function extraText({
  extra,
  isWhole,
}: Pick<KindComparison, 'extra' | 'isWhole'>): number | string {
  if (isWhole) return extra;
  return extra === 0 ? 'not read' : `at least ${count(extra)}`;
}
