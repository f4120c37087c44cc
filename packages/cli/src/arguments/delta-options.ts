import { NEWER_THAN } from '@chatferry/job/choices';
import { matching, text } from '@chatferry/configuration';
import { numberAfter, type Option } from './values.ts';

/** Options of jobs that come after an earlier job. */
export const deltaOptions = {
  full: {
    help: 'With verify of a delta, read every list of the app, and not only the places where its records belong.',
  },
  'edit-messages': {
    help: 'Also change the text, metadata and tags of messages, which users see as edited. follow does that unless --no-edit-messages is given.',
    negatable: true,
  },
  after: {
    value: 'JOB',
    help: 'The job folder of an earlier job: plan only what is new since, and list what changed.',
    read: text,
  },
  gone: {
    value: 'remove=N',
    help: 'With --after: remove what landed and is no longer in the export. Messages are deleted for good, memberships removed, users deactivated. N is the number that plan prints without this option.',
    read: numberAfter('remove'),
  },
  'newer-than': {
    value: 'AGE|DAY',
    help: 'Leave messages that are older to a later job, with the replies and reactions to them: 12h, 7d, 2w, or a day such as 2026-11-20.',
    read: matching(NEWER_THAN, 'an age such as 7d, or a day such as 2026-11-20'),
  },
  'only-conversations': {
    value: 'FILE',
    help: 'Plan only the conversations in this file, with the users, groups and memberships that they need, and leave the rest to a later job. One conversation on each line: a group, or two users as a|b.',
    read: text,
  },
} as const satisfies Record<string, Option>;
