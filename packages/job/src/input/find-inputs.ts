import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { inputKinds, type Kind } from '@chatferry/contract';
import { type Format, formatOf, formats, recogniseFile } from '@chatferry/parsers';
import { JobError } from '../errors/job-error.ts';
import { isAboutExport } from '../folder/export-files.ts';
import { type FailedRows, failedRowsIn } from './failed-index.ts';
import type { IgnoredFile } from './ignored-file.ts';
import { listedBelow } from './listed-below.ts';
import { leadsOutside } from './leads-outside.ts';
import { areAllSkipped, namesToUse, nothingRecognised } from './nothing-recognised.ts';
import { otherFormat, otherFormatOf } from './other-format.ts';
import { inReadingOrder } from './reading-order.ts';

export interface FoundInput {
  /** Path as the user gave it, or below a folder that the user gave; `-` for stdin. */
  readonly file: string;
  /** Where its bytes are; undefined for stdin. */
  readonly path: string | undefined;
  readonly kind: Kind;
  readonly format: Format;
  /** Which of the kind's mappings in the file, from 0, if there are several. */
  readonly part?: number;
  /** For a file of failed rows: where the rows come from. */
  readonly failed?: FailedRows;
}

export interface FoundInputs {
  /** In reading order, which does not depend on the order of the arguments. */
  readonly inputs: readonly FoundInput[];
  /** Files of the given folders that are not read. */
  readonly ignored: readonly IgnoredFile[];
}

export interface Declared {
  /** Several kinds for a file with rows of several kinds; a kind several times if it has several mappings. */
  readonly kinds?: readonly Kind[] | undefined;
  readonly format?: Format | undefined;
  /** Why the file is not to be read. */
  readonly skip?: string | undefined;
}

/** Kinds and format of files whose names do not show them. */
export interface Declarations {
  /** For single files; wins over the name. */
  readonly of: (file: string) => Declared;
  /** For stdin, and for files that are named one by one. */
  readonly otherwise: Declared;
  /** Whether a file is declared by its name or path. Such a file is also read in folders below a given folder. */
  readonly isListed?: ((file: string) => boolean) | undefined;
  /** Whether links that lead outside a given folder are read. */
  readonly followLinks?: boolean | undefined;
}

/**
 * Finds the files that the arguments name. A folder means its files that are recognised by name, and the declared files of the
 * folders below it.
 *
 * @throws {JobError} for a path that does not exist, a file of unknown kind, and when there is no input
 */
export function findInputs(given: readonly string[], declared: Declarations): FoundInputs {
  const inputs: FoundInput[] = [];
  const ignored: IgnoredFile[] = [];
  for (const each of given) {
    if (each === '-') inputs.push(...recognised(each, undefined, declared));
    else if (stat(each).isDirectory()) {
      const found = inFolder(each, declared);
      inputs.push(...found.inputs);
      ignored.push(...found.ignored);
    } else if (!stat(each).isFile()) throw notAFile(each);
    else {
      const file = path.normalize(each);
      const { skip } = declared.of(file);
      if (skip === undefined) inputs.push(...recognised(file, each, declared));
      else ignored.push({ file, isLinkOutside: false, skipped: skip });
    }
  }
  if (inputs.length === 0 && given.length > 0) throw nothingRecognised(given.join(', '), ignored);
  return {
    inputs: inReadingOrder(inputs),
    ignored: ignored.filter(
      ({ file }, at) =>
        !inputs.some((input) => isWithin(input.file, file)) &&
        ignored.findIndex((each) => each.file === file) === at,
    ),
  };
}

/** Whether an ignored folder contains a file that was also given by itself. */
function isWithin(file: string, ignored: string): boolean {
  return ignored.endsWith(path.sep) && file.startsWith(ignored);
}

function stat(given: string): Stats {
  try {
    return statSync(given);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new JobError(
      code === 'ENOENT' ? 'no-input' : 'unreadable-input',
      code === 'ENOENT'
        ? lstatSync(given, { throwIfNoEntry: false }) === undefined
          ? `There is no file or folder '${given}'.`
          : `'${given}' is a link to a file that does not exist.`
        : `'${given}' cannot be read: ${code}.`,
      'Check the path and the permissions.',
      { cause: error },
    );
  }
}

function notAFile(given: string): JobError {
  const what = stat(given).isFIFO() ? 'a pipe' : 'a device or socket';
  return new JobError(
    'not-a-file',
    `'${given}' is ${what}, and an input has to be a file, because it is read more than once.`,
    'Copy it to a file.',
    { path: given },
  );
}

function inFolder(folder: string, declared: Declarations): FoundInputs {
  const inputs: FoundInput[] = [];
  const ignored: IgnoredFile[] = [];
  const ignore = (file: string, isLinkOutside = false): void => {
    const what = isLinkOutside ? undefined : otherFormatOf(file);
    ignored.push({ file, isLinkOutside, ...(what === undefined ? {} : { what }) });
  };
  for (const entry of readdirSync(folder).toSorted()) {
    const file = path.join(folder, entry);
    if (entry.startsWith('.') || isAboutExport(file)) continue;
    if (stat(file).isDirectory()) {
      const below = listedBelow(file, folder, declared);
      for (const each of below) {
        const { skip } = declared.of(each);
        if (skip !== undefined) ignored.push({ file: each, isLinkOutside: false, skipped: skip });
        else inputs.push(...(inputsOf(each, each, declared) ?? []));
      }
      if (below.length === 0) ignore(`${file}${path.sep}`);
      continue;
    }
    if (declared.followLinks !== true && leadsOutside(folder, file)) {
      ignore(file, true);
      continue;
    }
    const own = declared.of(file);
    if (own.skip !== undefined) {
      ignored.push({ file, isLinkOutside: false, skipped: own.skip });
      continue;
    }
    const found = stat(file).isFile() ? inputsOf(file, file, declared) : undefined;
    if (found === undefined) ignore(file);
    else inputs.push(...found);
  }
  if (inputs.length > 0 || areAllSkipped(ignored)) return { inputs, ignored };
  if (ignored.length === 0)
    throw new JobError('nothing-recognised', `The folder '${folder}' is empty.`, namesToUse, {
      path: folder,
    });
  throw nothingRecognised(folder, ignored);
}

/** The inputs in a file, one for each of its kinds; undefined when kind or format is not known. */
function inputsOf(
  file: string,
  where: string | undefined,
  { of }: Declarations,
  otherwise: Declared = {},
): FoundInput[] | undefined {
  const failed = where === undefined ? undefined : failedRowsIn(where);
  const shown = shownBy(file);
  const { kinds, format } = { ...otherwise, ...shown, ...of(file) };
  const at = { file, path: where };
  if (failed !== undefined && shown.format !== undefined)
    return partsFor(failed, of).map((part) => ({ ...at, ...part, format: shown.format!, failed }));
  if (kinds === undefined || format === undefined) return undefined;
  return withParts(kinds).map((part) => ({ ...at, ...part, format }));
}

/** Each kind, numbered if it has several mappings. */
function withParts(kinds: readonly Kind[]): Pick<FoundInput, 'kind' | 'part'>[] {
  return kinds.map((kind, index) =>
    kinds.filter((each) => each === kind).length === 1
      ? { kind }
      : { kind, part: kinds.slice(0, index).filter((each) => each === kind).length },
  );
}

/** Failed rows go through all mappings that their kind has in the original file. */
function partsFor(
  { file, kind, areRecords }: FailedRows,
  of: Declarations['of'],
): Pick<FoundInput, 'kind' | 'part'>[] {
  const parts = withParts(of(file).kinds ?? []).filter((each) => each.kind === kind);
  return areRecords || parts.length === 0 ? [{ kind }] : parts;
}

/** The kind and format that a file name shows. */
function shownBy(name: string): Declared {
  const kind = recogniseFile(name)?.kind;
  const format = formatOf(name);
  return {
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(format === undefined ? {} : { format }),
  };
}

function recognised(file: string, where: string | undefined, declared: Declarations): FoundInput[] {
  const own = declared.of(file);
  const found = inputsOf(file, where, declared, declared.otherwise);
  if (found !== undefined) return found;
  const other = otherFormat(file);
  if (other !== undefined) throw other;
  const { kinds, format } = { ...declared.otherwise, ...shownBy(file), ...own };
  const what = file === '-' ? 'stdin' : `'${file}'`;
  const lacks = [
    ...(kinds === undefined ? [`kind (${inputKinds.join(', ')})`] : []),
    ...(format === undefined ? [`format (${formats.join(', ')})`] : []),
  ];
  throw new JobError(
    'unknown-kind',
    `It is not known what ${what} contains.`,
    `Declare its ${lacks.join(' and its ')}.${file === '-' ? '' : ` ${namesToUse}`}`,
    where === undefined ? {} : { path: where },
  );
}
