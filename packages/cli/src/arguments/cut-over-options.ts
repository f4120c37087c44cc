import { durationMs, text } from '@chatferry/configuration';
import type { Option } from './values.ts';

/** Options of the cut-over. The values of the commands are lines for `sh`. */
export const cutOverOptions = {
  freeze: {
    value: 'COMMAND',
    help: 'The command that stops people from writing in the legacy system. Default: stop them and type frozen.',
    read: text,
  },
  thaw: {
    value: 'COMMAND',
    help: 'The command that lets people write in the legacy system again. Default: let them and type thawed.',
    read: text,
  },
  open: {
    value: 'COMMAND',
    help: 'The command that opens the app for people. Default: open it and type open.',
    read: text,
  },
  deadline: {
    value: 'TIME',
    help: 'How long people may be unable to write, such as 60s or 5m; then the legacy system is opened again. Default: none.',
    read: durationMs,
  },
  abort: { help: 'Give up a cut-over that has begun, and open the legacy system again.' },
} as const satisfies Record<string, Option>;
