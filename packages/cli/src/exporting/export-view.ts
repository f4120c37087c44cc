import { ApiError, systemClock } from '@chatferry/client';
import { type ExportEvent, type ExportOutcome, ExportProgress } from '@chatferry/job/planned';
import type { Rate } from '@chatferry/runner';
import type { OptionValues } from '../arguments/options.ts';
import { exportAgain } from '../printing/command-line.ts';
import { print } from '@chatferry/output/printing/print';
import { programName } from '../printing/program-name.ts';
import { quoted } from '@chatferry/output/printing/quoted';
import { type Live, live } from '@chatferry/output/screens/live';
import type { CommandOutcome } from '../terms/exit-status.ts';
import type { Io } from '@chatferry/output/terms/io';
import { exportDrawing, exportLine } from '@chatferry/output/exporting/export-drawing';
import { exportLines, mediaLines } from '@chatferry/output/exporting/export-lines';

/** Shows an export of an app: its progress and its result. */
export class ExportView implements Disposable {
  readonly #folder: string;
  readonly #values: OptionValues;
  readonly #io: Io;
  readonly #progress = new ExportProgress(systemClock.now());
  readonly #live: Live;
  /** The command that continues the export. */
  readonly #again: string;

  /** @param quota requests a minute for reading the app */
  constructor(folder: string, appId: string, values: OptionValues, io: Io, quota: Rate) {
    this.#folder = folder;
    this.#values = values;
    this.#io = io;
    this.#again = exportAgain(io.env, folder, values);
    const title = `${appId} → ${folder}`;
    this.#live = live(io, values, {
      drawing: (frame) => exportDrawing(this.#progress, quota, title, frame),
      line: (now) => exportLine(this.#progress, quota, now),
      silentMs: (now) => this.#progress.silentMs(now, quota),
    });
  }

  show(event: ExportEvent): void {
    this.#progress.take(event, systemClock.now());
    this.#live.progressed();
  }

  stopping(): void {
    this.#live.stopping('stopping: what was read is kept');
  }

  /** Prints the result. */
  end({ manifest, media: copied, ...outcome }: ExportOutcome): CommandOutcome {
    this[Symbol.dispose]();
    const [folder, { job, media }] = [this.#folder, this.#values];
    // With --job, the files are for the old system and not for a plan.
    const next = job === undefined ? [`${programName(this.#io.env)} plan ${quoted(folder)}`] : [];
    const { upTo, files, notExported, incomplete } = manifest;
    const found = { upTo, files, notExported, incomplete };
    const copies = copied && { media: { folder: media!, ...copied } };
    const result = { type: 'export', end: 'finished', folder, ...found } as const;
    const lines = [
      ...exportLines(folder, manifest, outcome, next),
      ...mediaLines(manifest, media, copied, this.#again),
    ];
    print({ ...result, ...copies, ...outcome, next }, lines, this.#values, this.#io);
    return copied === undefined || copied.failed.length === 0 ? 'done' : 'losses';
  }

  /** Prints how to continue an interrupted export. */
  interrupted(): CommandOutcome {
    this[Symbol.dispose]();
    const [folder, next] = [this.#folder, [this.#again]];
    print({ type: 'export', end: 'interrupted', folder, next }, [], this.#values, this.#io);
    this.#io.err(`The export was interrupted. Continue with: ${this.#again}`);
    return 'interrupted';
  }

  /** Prints how to continue a failed export, unless the key was refused. */
  failed(error: unknown): void {
    this[Symbol.dispose]();
    if (error instanceof ApiError && error.code !== 'unauthorized')
      this.#io.err(`What was read is kept. Continue with: ${this.#again}`);
  }

  [Symbol.dispose](): void {
    this.#live[Symbol.dispose]();
  }
}
