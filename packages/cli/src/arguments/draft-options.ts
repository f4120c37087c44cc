import { text } from '@chatferry/configuration';
import { encodingName } from './values.ts';

/** The options about drafts of a configuration. */
export const draftOptions = {
  encoding: {
    value: 'NAME',
    help: 'The encoding of files that are not UTF-8 or UTF-16, such as windows-1252. Default: guessed.',
    read: encodingName,
  },
  accept: {
    value: 'NAME,…',
    help: 'Names of proposals of the draft, which become lines that count. Some take a value, as in zone=Europe/Berlin.',
    read: text,
  },
  stdout: { help: 'Print the configuration instead of writing it.' },
} as const;
