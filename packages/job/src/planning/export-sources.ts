import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type InputKind, inputKinds, type RecordBlock } from '@chatferry/contract';
import type { ExportSummary, PlanInput } from '@chatferry/planner';
import {
  type Export,
  type ExportRows,
  openExport,
  readExport,
  type SourceOptions,
} from '@chatferry/sources';
import { JobError } from '../errors/job-error.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import type { OpeningWatch, Source } from './source.ts';

/** What the plan keeps about how an export is read. Another value means other rows. */
export interface ExportReading {
  readonly file: string;
  readonly system: string;
  readonly idRule: number;
  readonly options: unknown;
}

export function exportReading(
  { path: file, system, idRule }: Export,
  options: SourceOptions | undefined,
): ExportReading {
  return { file, system, idRule, options: options?.[system] ?? {} };
}

/** An export as inputs of the plan: one for each kind. */
export function exportInputs({ path: file, system, archive }: Export): PlanInput[] {
  const bytes = archive.entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const { digest: sha256 } = archive;
  return inputKinds.map((kind) => ({ file, kind, format: system, bytes, sha256 }));
}

/** The rows of exports. They are in the job folder between reading and judging. */
export class ExportSources implements Disposable {
  readonly sources: readonly Source[];
  readonly #folder: string;
  readonly #read: ExportRows[] = [];

  constructor(
    exports: readonly Export[],
    options: SourceOptions | undefined,
    { path: job, exportRows }: JobFolder,
  ) {
    this.#folder = exportRows;
    rmSync(exportRows, { recursive: true, force: true }); // A killed plan left it.
    if (exports.length > 0) mkdirSync(exportRows, { mode: 0o700 });
    this.sources = exports.flatMap((found, index) => {
      const files = path.join(exportRows, String(index));
      const read = async (watch: OpeningWatch): Promise<ExportRows> => {
        const rows = await readExport(found, options?.[found.system], files, watch);
        this.#read.push(rows);
        return rows;
      };
      return sourcesOf(found, job, read);
    });
  }

  [Symbol.dispose](): void {
    for (const rows of this.#read) rows[Symbol.dispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Opening the first kind reads the export, because messages name users. The summary is complete after the last kind. */
function sourcesOf(
  found: Export,
  job: string,
  read: (watch: OpeningWatch) => Promise<ExportRows>,
): Source[] {
  const { path: file } = found;
  const inputs = exportInputs(found);
  let rows: ExportRows | undefined;
  const blocksOf = async function* blocks(
    kind: InputKind,
    ...[rules, watch]: Parameters<Source['open']>
  ): AsyncGenerator<RecordBlock> {
    rows ??= await read(watch);
    yield* rows.blocks(kind, file, rules, watch.signal);
  };
  return inputKinds.map((kind, index) => ({
    kind,
    file,
    open: (rules, watch) => ({
      blocks: blocksOf(kind, rules, watch),
      described: async () => inputs[index]!,
      refuseChange: index === 0 ? () => refuseChange(found, job) : () => {},
      ...(index === inputKinds.length - 1 ? { exportSummary: () => summaryOf(found, rows!) } : {}),
    }),
  }));
}

function summaryOf(
  { path: file, system, rule, idRule }: Export,
  { account }: ExportRows,
): ExportSummary {
  return { file, system, rule, idRule, ...account };
}

/** @throws {JobError} `input-changed` */
async function refuseChange({ path: file, system, archive }: Export, job: string): Promise<void> {
  using now = await openExport(file, system, job);
  if (now?.archive.digest === archive.digest) return;
  throw new JobError(
    'input-changed',
    `${file} changed while it was read. Nothing was planned.`,
    'Wait until the export is complete, or copy it, then plan again.',
  );
}
