import { durationMs, wholeNumber } from '@chatferry/configuration';
import type { Option } from './values.ts';

/** Options of jobs that follow a database. */
export const followOptions = {
  every: {
    value: 'TIME',
    help: 'How often the databases are compared with what was planned, such as 20s or 5m. Default: 20s.',
    read: durationMs,
  },
  removals: {
    help: 'Remove from the app what is gone in the databases: messages for good, memberships; users are deactivated. Default: list it.',
  },
  'max-removals': {
    value: 'N',
    help: 'The most rows of a query that are removed at the same time; more of them wait. Default: 100, or 1 % of the rows if that is less.',
    read: wholeNumber(0),
  },
  once: { help: 'End when everything that has changed is sent.' },
} as const satisfies Record<string, Option>;
