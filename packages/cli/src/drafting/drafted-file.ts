import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Accepted } from '@chatferry/drafts';

/** Facts about a configuration file that `init` may have drafted. */
export interface DraftedFile {
  readonly isDraft: boolean;
  /** Whether anything in it was changed since; true for a file that is no draft. */
  readonly isEdited: boolean;
  /** The proposals that were accepted in it. */
  readonly accepted: Accepted;
}

const ACCEPTED = '# accepted: ';
const SEAL = '# unedited: ';

/** A draft with the names of its accepted proposals, and a hash that shows whether it is edited later. */
export function sealed(text: string, accepted: Accepted): string {
  const names = Array.from(accepted, ([name, value]) =>
    value === undefined ? name : `${name}=${value}`,
  );
  const [first = '', ...others] = text.split('\n');
  const marked = [first, ...(names.length === 0 ? [] : [ACCEPTED + names.join(',')]), ...others];
  return [marked[0], SEAL + digestOf(marked.join('\n')), ...marked.slice(1)].join('\n');
}

/** Reads a configuration. @returns undefined if there is none */
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
  const names = lines.find((line) => line.startsWith(ACCEPTED))?.slice(ACCEPTED.length);
  return { isDraft: seal !== -1, isEdited, accepted: acceptedIn(names) };
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
