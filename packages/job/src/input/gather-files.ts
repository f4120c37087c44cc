import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { type Export, isZip } from '@chatferry/sources';
import { JobError } from '../errors/job-error.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { makeJobFolder } from '../folder/make-job-folder.ts';
import type { FoundExports } from './find-exports.ts';
import type { FoundInput, FoundInputs } from './find-inputs.ts';
import type { IgnoredFile } from './ignored-file.ts';
import { spool } from './spool.ts';

/** An input whose bytes are in a file. */
interface GatheredFile extends FoundInput {
  readonly path: string;
}

/** The files to plan. Stdin is kept in a temporary file until `keepStdin` is called. */
export interface GatheredFiles extends Disposable {
  readonly files: readonly GatheredFile[];
  readonly exports: readonly Export[];
  readonly ignored: readonly IgnoredFile[];
  readonly keepStdin: () => void;
}

const noExports: FoundExports = { exports: [], others: [], [Symbol.dispose]: () => {} };

/** Makes sure that the bytes of every input are in a file. @throws {JobError} for an empty file */
export async function gather(
  { inputs, ignored }: FoundInputs,
  job: JobFolder,
  stdin?: Readable,
  exported: FoundExports = noExports,
  signal?: AbortSignal,
): Promise<GatheredFiles> {
  const waiting = `${job.stdin}.new`;
  const files = inputs.map((input) => ({ ...input, path: input.path ?? waiting }));
  const isSpooled = stdin !== undefined && inputs.some(({ path }) => path === undefined);
  const gathered: GatheredFiles = {
    files,
    exports: exported.exports,
    ignored,
    keepStdin: () => {
      if (existsSync(waiting)) renameSync(waiting, job.stdin);
    },
    [Symbol.dispose]: () => {
      if (isSpooled) rmSync(waiting, { force: true });
      exported[Symbol.dispose]();
    },
  };
  try {
    if (isSpooled) {
      makeJobFolder(job);
      await spool(stdin, waiting, signal);
    }
    refuseEmpty(files);
    if (isSpooled && isZip(waiting)) throw zipFromStdin();
  } catch (error) {
    gathered[Symbol.dispose]();
    throw error;
  }
  return gathered;
}

function zipFromStdin(): JobError {
  return new JobError(
    'not-a-file',
    'stdin is a ZIP archive, and its files can be found only at their positions in a file.',
    'Give it as a file.',
  );
}

function refuseEmpty(files: readonly GatheredFile[]): void {
  // A collection without documents is a file without bytes.
  const names = files
    .filter(({ path, format }) => format !== 'bson' && statSync(path).size === 0)
    .map(({ file }) => file);
  const empty = [...new Set(names)];
  if (empty.length === 0) return;
  const shown = empty.map((file) => (file === '-' ? 'stdin' : file)).join(', ');
  throw new JobError(
    'empty-input',
    `${shown} ${empty.length === 1 ? 'is' : 'are'} empty.`,
    'Export again, or leave it out.',
  );
}
