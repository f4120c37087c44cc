import { type ContestedIds, type RecordBlock, rowsOf } from '@chatferry/contract';
import { JudgeThreads, MediaCopies, type ReadRules } from '@chatferry/parsers';
import type {
  EarlierJob,
  ExportSummary,
  MediaSummary,
  PlanInput,
  PlanStep,
  Provenance,
  RowSource,
  UnreadPlace,
} from '@chatferry/planner';
import { inputKey } from '../input/input-key.ts';
import { earlierIds } from './earlier-ids.ts';
import { MediaOutcomes } from './media-outcomes.ts';
import { RowAccounts } from './row-accounts.ts';
import type { ExportFile, FilePorts } from '@chatferry/sources';
import { type PlanningProgress, SourceTally } from './planning-progress.ts';
import type { Source } from './source.ts';

/** The fields that rows of JSON files have, by `inputKey`; only for files whose mapping names fields. */
export type FieldNames = ReadonlyMap<string, ReadonlySet<string>>;

/** The values that both the mapping names and the rows have, by `inputKey`, see `unusedValues`. */
export type MappedValues = ReadonlyMap<string, ReadonlySet<string>>;

interface Reading {
  readonly rules: ReadRules;
  /** The job whose landed records are not planned again. */
  readonly earlier: EarlierJob | undefined;
  readonly signal: AbortSignal | undefined;
  /** Tables and columns of dumps that no query names. */
  readonly unread: readonly UnreadPlace[];
  readonly onNotCarried: (line: string) => void;
  /** Called with each file of an export; absent where a plan is made. */
  readonly onFile?: ((file: ExportFile) => void) | undefined;
  readonly onProgress: ((progress: PlanningProgress) => void) | undefined;
  /** The most threads that judge the rows of a file, see `JudgeThreads`. */
  readonly mostThreads?: number | undefined;
}

/** Reads the sources of a plan one by one, and keeps what the plan records about them. */
export class ReadSources implements AsyncDisposable {
  readonly #reading: Reading;
  readonly #threads: JudgeThreads;
  /** Sources that were not read yet. */
  #left = 0;
  readonly #earlierIds: ReturnType<typeof earlierIds> | undefined;
  readonly #inputs: PlanInput[] = [];
  readonly #exports: ExportSummary[] = [];
  readonly #changeChecks: (() => void | Promise<void>)[] = [];
  readonly #accounts = new RowAccounts();
  readonly #media: MediaOutcomes;
  readonly #fieldNames = new Map<string, Set<string>>();
  readonly #mappedValues = new Map<string, Set<string>>();
  readonly #filePorts: FilePorts | undefined;
  readonly #tally = new SourceTally();
  #rows = 0;

  constructor(reading: Reading) {
    const { earlier, rules, onFile, mostThreads } = reading;
    this.#reading = reading;
    this.#threads = new JudgeThreads(mostThreads);
    const { media } = rules;
    this.#media = new MediaOutcomes(media !== undefined && 'hosts' in media ? media.hosts : []);
    const copies =
      media !== undefined && 'copies' in media ? new MediaCopies(media.copies) : undefined;
    this.#filePorts =
      copies === undefined
        ? onFile && { onFile }
        : { find: (key) => copies.find(key), onLost: (cause) => this.#media.count(cause) };
    this.#earlierIds = earlier && earlierIds(earlier, rules);
  }

  /** Rows read so far. */
  get rows(): number {
    return this.#rows;
  }

  get fieldNames(): FieldNames {
    return this.#fieldNames;
  }

  get mappedValues(): MappedValues {
    return this.#mappedValues;
  }

  /** What the plan records about the sources that were read. */
  get provenance(): Pick<Provenance, 'inputs' | 'exports' | 'unread' | 'undecided' | 'media'> {
    return {
      inputs: this.#inputs,
      exports: this.#exports,
      unread: [...this.#accounts.unread(), ...this.#reading.unread],
      undecided: this.#accounts.undecided(),
      media: this.#reading.rules.media === undefined ? undefined : this.mediaSummary,
    };
  }

  /** Addresses of copies so far, and files without a copy by cause. */
  get mediaSummary(): MediaSummary {
    return this.#media.summary;
  }

  /** Opens a source when its rows are read. */
  rowsOf(source: Source): RowSource {
    const { kind, file } = source;
    this.#left++;
    this.#tally.add(source);
    return { kind, file, blocks: (contested) => this.#read(source, contested) };
  }

  /** Adds what was read of all sources. */
  progressOf(step: PlanStep): PlanningProgress {
    if (step.step !== 'reading') return step;
    this.#tally.setMerged(step.merged);
    return this.#tally.soFar(step.file, step.rows);
  }

  /** Throws if a source has changed since it was read. */
  async refuseChanges(): Promise<void> {
    for (const refuseChange of this.#changeChecks) await refuseChange();
  }

  /** Ends the threads. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads[Symbol.asyncDispose]();
  }

  async *#read(source: Source, contestedIds: ContestedIds): AsyncGenerator<RecordBlock> {
    const { rules, earlier, signal, onNotCarried, onProgress } = this.#reading;
    const { file } = source;
    const key = inputKey(source);
    this.#tally.begin();
    const { blocks, described, refuseChange, exportSummary } = source.open(
      { ...rules, threads: this.#threads, ...(earlier === undefined ? {} : { contestedIds }) },
      {
        signal,
        onNotCarried,
        media: this.#filePorts,
        earlierIds: this.#earlierIds,
        onRows: (rows) => onProgress?.(this.#tally.soFar(file, rows)),
        onBytes: (bytes) => this.#tally.addBytes(bytes),
      },
    );
    const names = new Set<string>();
    this.#fieldNames.set(key, names);
    const values = new Set<string>();
    this.#mappedValues.set(key, values);
    for await (const block of blocks) {
      for (const name of block.fieldNames ?? []) names.add(name);
      for (const value of block.mappedValues ?? []) values.add(value);
      this.#accounts.add(key, file, block);
      this.#media.add(block);
      this.#rows += rowsOf(block);
      this.#tally.addRows(rowsOf(block), block.rejected.length);
      yield block;
    }
    this.#tally.end(source);
    if (--this.#left === 0) await this[Symbol.asyncDispose](); // sorting the records needs the memory
    this.#inputs.push(await described());
    this.#changeChecks.push(refuseChange);
    if (exportSummary !== undefined) this.#exports.push(exportSummary());
  }
}
