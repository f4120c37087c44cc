import { statSync } from 'node:fs';
import { type Export, openExport, type System } from '@chatferry/sources';
import { JobError } from '../errors/job-error.ts';
import type { JobFolder } from '../folder/job-folder.ts';

/** The paths of the caller, divided into exports of known systems and other files and folders. */
export interface FoundExports extends Disposable {
  readonly exports: readonly Export[];
  readonly others: readonly string[];
}

/**
 * Finds the exports of known systems among the paths, by what they contain.
 *
 * @param job its folder may be in a folder that is an export
 * @param from the system that all paths are exports of, if the caller names it
 * @param isDeclared whether the caller declares the kind of a file, which is then not an export
 * @throws {SourceError} for an archive that is damaged, hostile, or of no known system
 * @throws {JobError} `nothing-recognised` for a path that cannot be an export, although a system is named
 */
export async function findExports(
  given: readonly string[],
  from?: System,
  {
    job,
    isDeclared = () => false,
  }: {
    readonly job?: JobFolder;
    readonly isDeclared?: (file: string) => boolean;
  } = {},
): Promise<FoundExports> {
  using opened = new DisposableStack();
  const exports: Export[] = [];
  const others: string[] = [];
  for (const each of given) {
    const isOther = from === undefined && isDeclared(each);
    const found =
      !isOther && canBeExport(each) ? await openExport(each, from, job?.path) : undefined;
    if (found !== undefined) exports.push(opened.use(found));
    else if (from === undefined) others.push(each);
    else throw notAnExport(each);
  }
  const kept = opened.move();
  return { exports, others, [Symbol.dispose]: () => kept.dispose() };
}

/** A missing path and a pipe are refused later, together with other inputs. */
function canBeExport(given: string): boolean {
  const found = given === '-' ? undefined : statSync(given, { throwIfNoEntry: false });
  return found !== undefined && (found.isDirectory() || found.isFile());
}

function notAnExport(given: string): JobError {
  return new JobError(
    'nothing-recognised',
    given === '-'
      ? 'An export of a system is read at any position, and stdin only in order.'
      : `'${given}' is neither a folder nor a ZIP archive.`,
    'Give the export as a file or as a folder.',
    { path: given },
  );
}
