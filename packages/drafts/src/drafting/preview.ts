import {
  type Kind,
  kindsInOrder,
  type RecordBlock,
  placeText,
  type Row,
  rowsOf,
  wireOf,
} from '@chatferry/contract';
import {
  type Declared,
  defaultPlanSettings,
  filePieces,
  findInputs,
  type FoundInput,
  inputKey,
  otherKinds,
  type OtherKinds,
  RowAccounts,
} from '@chatferry/job/planning';
import { explainError } from '@chatferry/job/planned';
import { type KindMapping, readRecords, type ReadRules } from '@chatferry/parsers';

/** The first rows of each file, read as a plan would read them. */
export interface Preview {
  /** Records as they would be sent, as JSON, by kind. */
  readonly records: ReadonlyMap<Kind, readonly string[]>;
  /** Rows that would be rejected, and files that cannot be read yet. */
  readonly problems: readonly string[];
  /** Fields that these rows have and nothing reads. */
  readonly unread: ReturnType<RowAccounts['unread']>;
  /** Columns that mark some of these rows as deleted or private, and for which there is no filter. */
  readonly undecided: ReturnType<RowAccounts['undecided']>;
  /** Rows beside the rows that are read, such as elements of other lists, by file and place. */
  readonly notRead: readonly { readonly file: string; readonly place: string; rows: number }[];
  /** Whether all files were read to their ends. */
  readonly isWhole: boolean;
}

/** Maximum number of records that are shown of a kind. */
const SHOWN = 5;

/** Maximum number of rows of an input that are read. */
export const PREVIEWED_ROWS = 20_000;

/** A query of a dump, whose first rows are also read. */
export interface PreviewedQuery {
  readonly file: string;
  readonly kind: Kind;
  readonly part?: number;
  /** The rows of the query, judged. */
  readonly blocks: (rules: ReadRules) => AsyncIterable<RecordBlock>;
}

/** The settings for reading files. */
export interface PreviewOptions {
  /** The kinds and the format that are declared for a file. */
  readonly declaredOf: (file: string) => Declared;
  /** The mapping of a kind in a file, with a zone if the file names none. @param part index among several mappings, from 0 */
  readonly mappingOf: (file: string, kind: Kind, part: number | undefined) => KindMapping;
  readonly followLinks: boolean;
  /** The queries of dumps. */
  readonly queries?: readonly PreviewedQuery[];
  /** Receives each record that is read. */
  readonly onRecord?: OnRecord;
  /** UNIX seconds. */
  readonly now: number;
}

export type OnRecord = (kind: Kind, id: string, record: Row) => void;

/** Reads the first rows of each file as a plan would read them. */
export async function previewOf(
  inputs: readonly string[],
  { declaredOf, mappingOf, followLinks, now, onRecord, queries = [] }: PreviewOptions,
): Promise<Preview> {
  const found = findInputs(inputs, { of: declaredOf, otherwise: {}, followLinks });
  const readings = found.inputs.map((input) => ({
    ...input,
    mapping: mappingOf(input.file, input.kind, input.part),
  }));
  const seen = new FirstRows(onRecord);
  const rules = { now, ids: defaultPlanSettings.ids, threads: 0 };
  const files = readings.map((reading) => ({
    ...reading,
    blocks: () => readRecords(inputOf({ ...reading, ...otherKinds(reading, readings) }), rules),
  }));
  for (const reading of [...files, ...queries]) {
    const shown = seen.shownOf(reading.kind);
    try {
      await addFirstRows(reading, reading.blocks(rules), shown, seen);
    } catch (error) {
      const explained = explainError(error);
      if (explained === undefined) throw error;
      seen.problems.push(
        [...explained.lines, ...(explained.fix === undefined ? [] : [explained.fix])].join(' '),
      );
    }
  }
  return seen.preview();
}

type Reading = FoundInput & OtherKinds & { readonly mapping: KindMapping };

/** Sums up the first rows of all files. */
class FirstRows {
  readonly problems: string[] = [];
  readonly accounts = new RowAccounts();
  isWhole = true;
  readonly onRecord: OnRecord | undefined;
  readonly #shown = new Map<Kind, string[]>();
  readonly #notRead = new Map<string, { file: string; place: string; rows: number }>();

  constructor(onRecord: OnRecord | undefined) {
    this.onRecord = onRecord;
  }

  /** The records of a kind to show. */
  shownOf(kind: Kind): string[] {
    const shown = this.#shown.get(kind) ?? [];
    this.#shown.set(kind, shown);
    return shown;
  }

  addNotRead(file: string, place: string): void {
    const key = `${file} ${place}`;
    const counted = this.#notRead.get(key) ?? { file, place, rows: 0 };
    counted.rows++;
    this.#notRead.set(key, counted);
  }

  preview(): Preview {
    const shown = kindsInOrder.flatMap((kind) => {
      const rows = this.#shown.get(kind);
      return rows === undefined ? [] : [[kind, rows] as const];
    });
    return {
      records: new Map(shown),
      problems: this.problems,
      unread: this.accounts.unread(),
      undecided: this.accounts.undecided(),
      notRead: [...this.#notRead.values()],
      isWhole: this.isWhole,
    };
  }
}

function inputOf({ path, ...reading }: Reading): Parameters<typeof readRecords>[0] {
  return {
    ...reading,
    others: false,
    bytes: filePieces(path!),
    again: () => filePieces(path!),
  };
}

type RowOfFile = RecordBlock['rejected'][number] & { readonly file: string };

async function addFirstRows(
  reading: Pick<PreviewedQuery, 'file' | 'kind' | 'part'>,
  blocks: AsyncIterable<RecordBlock>,
  shown: string[],
  seen: FirstRows,
): Promise<void> {
  let rows = 0;
  let first: RowOfFile | undefined;
  let [records, rejected] = [0, 0];
  for await (const block of blocks) {
    for (let index = 0; index < block.records; index++) {
      if (shown.length < SHOWN) shown.push(JSON.stringify(recordIn(wireOf(block, index))[1]));
      else if (seen.onRecord === undefined) break;
      seen.onRecord?.(reading.kind, ...recordIn(wireOf(block, index)));
    }
    seen.accounts.add(inputKey(reading), reading.file, block);
    const others = block.rejected.filter(({ problems }) => problems[0]!.code === 'not-read');
    for (const { problems } of others) seen.addNotRead(reading.file, problems[0]!.field!);
    const own = block.rejected.filter((each) => !others.includes(each));
    if (own[0] !== undefined) first ??= { ...own[0], file: block.file };
    rejected += own.length;
    records += block.records;
    rows += rowsOf(block);
    if (rows >= PREVIEWED_ROWS) {
      seen.isWhole = false;
      break;
    }
  }
  // A single row may be damaged. When most rows are rejected, the mapping is incomplete.
  if (first === undefined || rejected < records) return;
  const { message, fix } = first.problems[0]!;
  seen.problems.push(`${placeText(first)}: ${message} ${fix ?? ''}`.trimEnd());
}

/** The id of the record in the service, and the record. */
function recordIn(wire: Uint8Array): [id: string, record: Row] {
  const [entry] = Object.entries(JSON.parse(`{${Buffer.from(wire).toString()}}`) as object);
  return entry as [string, Row];
}
