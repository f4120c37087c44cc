import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Accepted } from '@chatferry/drafts';
import type { OptionValues } from '../arguments/options.ts';

/** Facts about a configuration file that `init` may have drafted. */
export interface DraftedFile {
  readonly text: string;
  readonly isDraft: boolean;
  /** Whether the file was changed after `init` wrote it; true for a file that is not a draft. */
  readonly isEdited: boolean;
  /** The accepted proposals. */
  readonly accepted: Accepted;
  /** The inputs of the draft; undefined for a file that is not a draft. */
  readonly from: DraftedFrom | undefined;
}

/** The inputs of a draft, and the options for reading them. */
export interface DraftedFrom extends InputOptions {
  readonly inputs: readonly string[];
}

/** The options of `init` that change what a draft reads. */
type InputOptions = {
  readonly [Name in 'from' | 'kind' | 'encoding' | 'follow-links']?: OptionValues[Name] | undefined;
};

const ACCEPTED = '# accepted: ';
const FROM = '# drafted from: ';
const SEAL = '# unedited: ';

/** Adds the inputs of a draft, the names of the accepted proposals, and a hash that shows later whether the file was edited. */
export function sealed(text: string, accepted: Accepted, from: DraftedFrom): string {
  const names = Array.from(accepted, ([name, value]) =>
    value === undefined ? name : `${name}=${value}`,
  );
  const [first = '', ...others] = text.split('\n');
  const marked = [
    first,
    FROM + JSON.stringify(from),
    ...(names.length === 0 ? [] : [ACCEPTED + names.join(',')]),
    ...others,
  ];
  return [marked[0], SEAL + digestOf(marked.join('\n')), ...marked.slice(1)].join('\n');
}

/** Reads a configuration file. @returns undefined when the file does not exist */
export function readDrafted(file: string): DraftedFile | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n');
  const seal = lines.findIndex((line) => line.startsWith(SEAL));
  const unsealed = lines.filter((_, index) => index !== seal).join('\n');
  const isEdited = seal === -1 || lines[seal] !== SEAL + digestOf(unsealed);
  const noted = (mark: string): string | undefined =>
    lines.find((line) => line.startsWith(mark))?.slice(mark.length);
  return {
    text,
    isDraft: seal !== -1,
    isEdited,
    accepted: acceptedIn(noted(ACCEPTED)),
    from: draftedFrom(noted(FROM)),
  };
}

/** @returns undefined when the line is absent or invalid after an edit */
function draftedFrom(text: string | undefined): DraftedFrom | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as DraftedFrom);
  } catch {
    return undefined;
  }
}

/** Reads `NAME,NAME=VALUE`. */
export function acceptedIn(text: string | undefined): Accepted {
  const names = (text ?? '').split(',').filter((name) => name.trim() !== '');
  return new Map(
    names.map((each) => {
      const [name = '', ...value] = each.split('=');
      return [name.trim(), value.length === 0 ? undefined : value.join('=').trim()];
    }),
  );
}

function digestOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 16);
}
