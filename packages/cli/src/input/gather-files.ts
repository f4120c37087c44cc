import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { OptionValues } from '../arguments/options.ts';
import { declaredOf } from '../configuration/file-mapping.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Io } from '../io.ts';
import { type JobFolder, makeJobFolder } from '../job/job-folder.ts';
import { Refusal } from '../refusal.ts';
import { findInputs, type FoundInput, type FoundInputs } from './find-inputs.ts';
import { spool } from './spool.ts';

/** An input whose bytes are in a file. */
interface GatheredFile extends FoundInput {
  readonly path: string;
}

/** The files to plan. Stdin waits in a file of its own until `keepStdin` says that the plan was made from it. */
export interface GatheredFiles extends Disposable {
  readonly files: readonly GatheredFile[];
  readonly ignored: readonly string[];
  readonly keepStdin: () => void;
}

/** The files that the arguments, or else the configuration, name. @throws {Refusal} when there is nothing to plan */
export async function gatherFiles(
  positionals: readonly string[],
  values: OptionValues,
  configuration: Configuration,
  job: JobFolder,
  io: Io,
): Promise<GatheredFiles> {
  const given = positionals.length > 0 ? positionals : (configuration.inputs ?? []);
  if (given.length === 0)
    throw new Refusal(
      'Nothing says what to read.',
      'Name a folder, files, or - for stdin, such as: chatferry plan ./export',
    );
  const found = findInputs(given, {
    of: (file) => declaredOf(file, configuration),
    otherwise: { kind: values.kind, format: values.format },
    followLinks: values['follow-links'],
  });
  return gather(found, job, io.stdin);
}

/** Sees to it that the bytes of every input are in a file. @throws {Refusal} for an empty one */
export async function gather(
  { inputs, ignored }: FoundInputs,
  job: JobFolder,
  stdin?: Io['stdin'],
): Promise<GatheredFiles> {
  const waiting = `${job.stdin}.new`;
  const files = inputs.map((input) => ({ ...input, path: input.path ?? waiting }));
  const isSpooled = stdin !== undefined && inputs.some(({ path }) => path === undefined);
  if (isSpooled) {
    makeJobFolder(job);
    await spool(stdin, waiting);
  }
  const gathered: GatheredFiles = {
    files,
    ignored,
    keepStdin: () => {
      if (existsSync(waiting)) renameSync(waiting, job.stdin);
    },
    [Symbol.dispose]: () => {
      if (isSpooled) rmSync(waiting, { force: true });
    },
  };
  try {
    refuseEmpty(files);
  } catch (error) {
    gathered[Symbol.dispose]();
    throw error;
  }
  return gathered;
}

function refuseEmpty(files: readonly GatheredFile[]): void {
  const empty = files.filter(({ path }) => statSync(path).size === 0).map(({ file }) => file);
  if (empty.length === 0) return;
  const names = empty.map((file) => (file === '-' ? 'stdin' : file)).join(', ');
  throw new Refusal(
    `${names} ${empty.length === 1 ? 'is' : 'are'} empty.`,
    'Export again, or leave it out.',
  );
}
