import { setImmediate } from 'node:timers/promises';
import { systemClock } from '@chatferry/client';
import { copyFile, type Copying } from '../fetching/copy-file.ts';
import { BudgetUsed, Meter } from '../fetching/meter.ts';
import type { MediaFolder } from '../folder/media-folder.ts';
import type { MediaLedger, PendingFile } from '../folder/media-ledger.ts';
import { Web } from '../network/web.ts';
import { NotCopied } from '../terms/cause.ts';
import type { MediaSource } from '../terms/media-source.ts';
import type { CopyOptions, CopyResult } from './copy-options.ts';
import { HostQueues } from './host-queues.ts';

type Sources = AsyncIterable<MediaSource> | Iterable<MediaSource>;

const MOST_FILE_BYTES = 10_000_000_000;
const TIMEOUT_MS = 60_000;
const SOURCES_PER_COMMIT = 500;

/** Reads the sources of one call, and copies their files at the same time. */
export class CopyWork implements AsyncDisposable {
  readonly copied: { files: number; bytes: number } = { files: 0, bytes: 0 };
  readonly #options: CopyOptions;
  readonly #ledger: MediaLedger;
  readonly #queues: HostQueues;
  readonly #copying: Copying;
  readonly #signal: AbortSignal;
  readonly #stop = new AbortController();
  readonly #active = new Set<Promise<void>>();
  /** Resolves when there may be work to start, or when the work may be over. */
  #change = Promise.withResolvers<void>();
  #failed = 0;
  /** Files to copy in this call; undefined until all sources are read. */
  #all: number | undefined;
  #isRead = false;
  #isOverBudget = false;

  constructor(options: CopyOptions, folder: MediaFolder, ledger: MediaLedger) {
    const { clock = systemClock, signal, privateHosts = [] } = options;
    this.#options = options;
    this.#ledger = ledger;
    this.#queues = new HostQueues(ledger, clock);
    this.#signal =
      signal === undefined ? this.#stop.signal : AbortSignal.any([this.#stop.signal, signal]);
    this.#signal.addEventListener('abort', () => this.#wake());
    const { maxBytes: mostBytes, bytesPerSecond } = options;
    this.#copying = {
      folder,
      ledger,
      clock,
      web: new Web({
        headers: options.headers ?? new Map(),
        privateHosts: new Set(privateHosts.map((host) => host.toLowerCase())),
        timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
        lookup: options.lookup,
      }),
      random: options.random ?? Math.random,
      openFile: options.openFile,
      meter: new Meter({ mostBytes, bytesPerSecond }, clock),
      mostFileBytes: options.maxFileBytes ?? MOST_FILE_BYTES,
      signal: this.#signal,
      onWait: (host, waitMs) => {
        this.#queues.pause(host, waitMs);
        const over = clock.sleep(waitMs, this.#signal);
        over.then(
          () => this.#wake(),
          () => {},
        );
      },
    };
  }

  /** @returns why the work ended before everything was tried @throws the first error of the disk; the signal's reason */
  async all(sources: Sources): Promise<CopyResult['stopped']> {
    const reading = this.#read(sources);
    const noted = reading
      .catch((error: unknown) => this.#stop.abort(error))
      .finally(() => {
        this.#isRead = true;
        this.#all = this.copied.files + this.#failed + this.#ledger.pending;
        this.#wake();
      });
    await this.#copyAll();
    await Promise.all([...this.#active, noted]);
    this.#signal.throwIfAborted();
    if (this.#isOverBudget) return 'max-bytes';
    return this.#isStopped && this.#ledger.hosts().length > 0 ? 'max-files' : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#active);
    await this.#copying.web[Symbol.asyncDispose]();
  }

  async #read(sources: Sources): Promise<void> {
    this.#ledger.startCounting();
    let some: MediaSource[] = [];
    const add = (): void => {
      if (some.length === 0) return;
      this.#queues.notice(this.#ledger.add(some));
      some = [];
      this.#wake();
    };
    for await (const source of sources) {
      this.#signal.throwIfAborted();
      if (some.push(source) < SOURCES_PER_COMMIT) continue;
      add();
      await this.#untilFewWait();
    }
    add();
  }

  /** Does not wait for files of hosts that are left to a later call. */
  async #untilFewWait(): Promise<void> {
    const { mostWaiting = Infinity } = this.#options;
    if (mostWaiting === Infinity) return;
    await setImmediate(); // Before that, no new copy begins.
    while (this.#active.size > 0 || this.#queues.isWaiting) {
      if (this.#ledger.countDue() <= mostWaiting) return;
      await this.#change.promise;
    }
  }

  async #copyAll(): Promise<void> {
    while (!this.#signal.aborted) {
      const file = this.#isStopped ? undefined : this.#queues.take();
      if (file !== undefined) {
        const one: Promise<void> = this.#copy(file).finally(() => {
          this.#active.delete(one);
          this.#wake();
        });
        this.#active.add(one);
        continue;
      }
      const hasMore = !this.#isStopped && (!this.#isRead || this.#queues.isWaiting);
      if (this.#active.size === 0 && !hasMore) return;
      await this.#change.promise;
    }
  }

  /** Copies one file, until its outcome is in the ledger. */
  async #copy(file: PendingFile): Promise<void> {
    let [wasUnreachable, isOver] = [false, true];
    try {
      const copied = await copyFile(file, this.#copying);
      this.#ledger.copied(file.id, copied);
      this.copied.files++;
      this.copied.bytes += copied.bytes;
    } catch (error) {
      if (error instanceof NotCopied) {
        wasUnreachable = error.why === 'unreachable';
        isOver = this.#ledger.failed(file, error.why, error.message);
        if (isOver) this.#failed++;
      } else if (error instanceof BudgetUsed) this.#isOverBudget = true;
      else this.#stop.abort(error);
    }
    this.#queues.done(file, wasUnreachable);
    if (!isOver) this.#queues.readAgain(file.host);
    this.#options.onProgress?.({ ...this.copied, failed: this.#failed, all: this.#all });
  }

  /** Whether no further file may begin. */
  get #isStopped(): boolean {
    const begun = this.copied.files + this.#active.size;
    return this.#isOverBudget || begun >= (this.#options.maxFiles ?? Infinity);
  }

  #wake(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}
