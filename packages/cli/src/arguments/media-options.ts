import { text, wholeNumber } from '@chatferry/configuration';
import { byteNumber, type Option } from './values.ts';

/** The options about the files that records point to. */
export const mediaOptions = {
  'require-media': {
    help: 'Refuse to plan when a file has no copy in the map that media names in the configuration.',
  },
  media: {
    value: 'DIR',
    help: 'Copies the files of the app into this folder too, each once: a new one, or one of an earlier call. Default: none are copied.',
    read: text,
  },
  to: {
    value: 'DIR',
    help: 'The folder for the copies: a new one, or one of an earlier call, which is continued.',
    read: text,
  },
  'public-base': {
    value: 'URL',
    help: 'The address at which the app will reach the copies. Default: that of the earlier call; without one no map is written.',
    read: text,
  },
  sample: {
    value: 'N',
    help: 'How many files of each host are asked for, to estimate sizes and to see what the hosts answer. Default: 0, and nothing is sent.',
    read: wholeNumber(0),
  },
  'private-host': {
    value: 'HOST[,HOST]',
    help: 'Hosts of private networks, or of this machine, that may be asked for files. Default: none.',
    read: text,
  },
  'max-files': {
    value: 'N',
    help: 'Stop when so many files were copied. Default: no limit.',
    read: wholeNumber(1),
  },
  'max-bytes': {
    value: 'SIZE',
    help: 'Stop before more than this is copied, such as 50GB. Default: no limit.',
    read: byteNumber,
  },
  'max-file-bytes': {
    value: 'SIZE',
    help: 'Leave out files that are larger. Default: 10GB.',
    read: byteNumber,
  },
  'max-bandwidth': {
    value: 'SIZE',
    help: 'Bytes per second that are copied at most, such as 5MB. Default: no limit.',
    read: byteNumber,
  },
} as const satisfies Record<string, Option>;
