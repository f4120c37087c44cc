import type { ProblemDefinition } from './problem-definition.ts';

/** Conflicts of a record with other records. */
export const planningProblems = {
  'duplicate-id': {
    severity: 'reject',
    means: 'is used by an earlier row with other content',
    fix: 'Decide which of the two rows is right and remove the other, or give it an id of its own.',
  },
  'id-clash': {
    severity: 'reject',
    means: 'becomes the id of another record in the service',
    fix: 'Rename the newer record in the source, everywhere it is used, or leave it out with a filter.',
  },
  'missing-user': {
    severity: 'reject',
    means: 'names a user that is not in the plan',
    fix: 'Add the user to the users, repair its row, or set `onMissingUser: placeholder`.',
  },
  'missing-group': {
    severity: 'reject',
    means: 'names a group that is not in the plan',
    fix: 'Add the group to the groups, repair its row, or set `onMissingGroup: placeholder`.',
  },
  'missing-message': {
    severity: 'reject',
    means: 'names a message that is not in the plan',
    fix: 'Add the message to the messages, repair its row, or leave the row out.',
  },
  'reaction-from-outside': {
    severity: 'reject',
    means: 'is not a member of the group of the message, and the service refuses the reaction',
    fix: 'Add the membership to the members, or leave the row out.',
  },
  'too-many-reactions': {
    severity: 'reject',
    means: 'is one more different reaction to its message than the service takes',
    fix: 'Leave the row out.',
  },
  'joined-too-early': {
    severity: 'reject',
    means: 'is before the user or the group was created, which the service refuses',
    fix: 'Correct joinedAt, or leave it out.',
  },
  'same-user': {
    severity: 'reject',
    means: 'names the same user as the other field',
    fix: 'Remove the row.',
  },
  'too-many-roles': {
    severity: 'reject',
    means: 'is one more role than an app can have',
    fix: 'Leave the role out, and give its users another one.',
  },
  'too-many-friends': {
    severity: 'reject',
    means: 'names a user who already has as many friends as the service allows',
    fix: 'Leave the friendship out, or set `limits: { friendsPerUser: N }` in the configuration if the app allows more.',
  },
  'group-full': {
    severity: 'reject',
    means: 'names a group that already has as many members as the service allows',
    fix: 'Leave the membership out, or set `limits: { membersPerGroup: N }` in the configuration if the app allows more.',
  },
  'too-many-groups': {
    severity: 'reject',
    means: 'names a user who is already a member of as many groups as the service allows',
    fix: 'Leave the membership out, or set `limits: { groupsPerUser: N }` in the configuration if the app allows more.',
  },
  'other-part-rejected': {
    severity: 'reject',
    means: 'is a part of a text that was split, and another part of it is rejected',
    fix: 'Repair the other part: it is in rejects.jsonl with the same line.',
  },
  'not-a-member': {
    severity: 'warning',
    means: 'is not a member of the group the message was sent to',
    fix: 'Add the membership if the sender should still see the group.',
  },
  'too-many-mentions': {
    severity: 'warning',
    means: 'mentions more than 10 users, and the service may refuse the message',
    fix: 'Set `cleaning: { mentions: plain }` in the configuration to write all after the tenth as @name.',
  },
  'mentions-made-plain': {
    severity: 'warning',
    means: 'mentioned more than 10 users; those after the tenth are written as @name',
    fix: 'Nothing to do; the whole text is in the export.',
  },
  'unknown-mention': {
    severity: 'warning',
    means: 'mentions a user who is not in the plan',
    fix: 'Add the user to the users, or leave it: the app shows the mention unchanged.',
  },
  'reply-without-thread': {
    severity: 'warning',
    means:
      'names a message that is not in the plan, or replies in a circle; it is sent as an ordinary message',
    fix: 'Add the message it replies to, or repair its row, if the reply should be in a thread.',
  },
  'reply-to-blocked': {
    severity: 'warning',
    means:
      'is a reply between users of whom one blocked the other in an earlier job; it is sent as an ordinary message, as the service refuses replies of these',
    fix: 'Nothing to do: it keeps its date, and names the message that it replies to in its metadata.',
  },
  'receipt-too-early': {
    severity: 'warning',
    means: 'is before sentAt',
    fix: 'Correct the time, or leave it out.',
  },
  'several-names': {
    severity: 'warning',
    means: 'is one user with several names in the messages',
    fix: 'Check that the column of senders tells people apart: where one id stands for several people, read another column into `sender`. If a person changed the name, nothing is wrong.',
  },
  'unnamed-group': {
    severity: 'warning',
    means: 'is missing; where the group stays a group, it is called by its id',
    fix: 'Name the column with the names of groups in the configuration. Groups of two people without a name become conversations.',
  },
  'signed-url': {
    severity: 'warning',
    means:
      'points to an address with a signature or token in it, which may expire or give access to others; of an export of a system, to one that has lost it and gives no access',
    fix: 'Copy the files from the export with chatferry media copy, while the signatures last, and name the map in the configuration; or set filesUrl to where copies are served.',
  },
  'similar-id': {
    severity: 'warning',
    means: 'differs from the id of another row only in upper and lower case',
    fix: 'Check that both are meant. Where the two are one message, remove one of the rows.',
  },
  'line-break': {
    severity: 'warning',
    means: 'has a line break',
    fix: 'Check that no quote is missing in the export. If the line break belongs to the name or id, there is nothing to do.',
  },
  'large-group': {
    severity: 'warning',
    means: 'has more than 300 members: no receipts, typing marks or unread counts',
    fix: 'Nothing to do; inform the users of the group.',
  },
  'replacement-character': {
    severity: 'warning',
    means: 'has a replacement character (U+FFFD), which marks characters that were lost earlier',
    fix: 'Export the text again from the source if the original still exists.',
  },

  'misread-text': {
    severity: 'warning',
    means: 'looks like UTF-8 that another program read in another encoding',
    fix: 'If these texts are wrong, have them repaired with `repair: latin1` or `repair: cp1252` under `convert` in the configuration, or export them again in UTF-8.',
  },

  'long-number': {
    severity: 'warning',
    means: 'is a number with more digits than many programs keep; the service may round it',
    fix: 'Make a text of it, which keeps all digits: in the export, or with `as: text` under `convert` in the configuration.',
  },
  'time-skipped': {
    severity: 'warning',
    means:
      'names an hour that the clocks skipped in its zone; it was read as if they had not been put forward yet',
    fix: 'Export the column in UTC, or with its offset, if the hour matters.',
  },
  'time-repeated': {
    severity: 'warning',
    means:
      'names an hour that the clocks went through twice in its zone; it was read as the first of the two',
    fix: 'Export the column in UTC, or with its offset, if the hour matters.',
  },
} as const satisfies Record<string, ProblemDefinition>;
