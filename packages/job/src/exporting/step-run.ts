import type { ExportContext } from './export-context.ts';
import type { StepState } from './export-ledger.ts';

/** Lists of parents between two commits: as many as are read concurrently. */
const LISTS_PER_COMMIT = 8;

/** One step of an export, which continues where an earlier run stopped. */
export class StepRun {
  readonly #context: ExportContext;
  readonly #name: string;
  readonly #startedAt: number;
  #position: string | null;
  #read: number;
  #uncommitted = 0;

  /** @param start the position of a step that has not run before */
  constructor(context: ExportContext, name: string, start: string | null = null) {
    const { writer } = context;
    const before = writer.ledger.step(writer.pass, name);
    this.#context = context;
    this.isNew = before === undefined;
    this.#name = name;
    this.#startedAt = before?.startedAt ?? writer.now();
    this.#position = before === undefined ? start : before.position;
    this.#read = before?.read ?? 0;
  }

  /** Whether no earlier call has begun the step. */
  readonly isNew: boolean;

  get position(): string | null {
    return this.#position;
  }

  /** Whether an earlier run has ended the step. */
  static isDone({ writer }: ExportContext, name: string): boolean {
    return (writer.ledger.step(writer.pass, name)?.endedAt ?? null) !== null;
  }

  /** Records that a page is read and written. */
  pageDone(position: string | null, read: number, share: number | undefined): void {
    this.#position = position;
    this.#read += read;
    this.#commit(null);
    this.#report(share);
  }

  /** Records that the list of one parent is read and written. */
  listDone(position: string, read: number, share: number | undefined): void {
    this.#position = position;
    this.#read += read;
    this.#uncommitted++;
    this.#report(share);
    if (this.#uncommitted >= LISTS_PER_COMMIT || this.#context.signal.aborted) this.#commit(null);
  }

  end(): void {
    this.#commit(this.#context.writer.now());
    this.#report(1);
  }

  #commit(endedAt: number | null): void {
    this.#uncommitted = 0;
    const state: StepState = {
      position: this.#position,
      startedAt: this.#startedAt,
      endedAt,
      read: this.#read,
    };
    this.#context.writer.commit(this.#name, state);
  }

  #report(share: number | undefined): void {
    this.#context.onProgress({ step: this.#name, read: this.#read, share });
  }
}
