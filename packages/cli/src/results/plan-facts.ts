import { z } from 'zod';
import { byKind, flag, kind, list, text, whole } from './values.ts';

// Facts about the input that a plan states in addition to the problems.

const delta = z
  .strictObject({
    after: text('The id of the plan of the earlier job.'),
    landed: byKind(z.int(), 'Records that landed before.'),
    gone: byKind(z.int(), 'Landed records that the export no longer has.'),
    removable: whole('Gone records that can be removed: the number that --gone remove=N takes.'),
    removesGone: flag('Whether the plan removes them.'),
    deactivatedAgain: z
      .strictObject({
        users: whole('Number of users.'),
        examples: list(z.string(), 'Ids of some of them.'),
      })
      .describe(
        'Users whom an earlier job deactivated, and who are reactivated for new records and deactivated again.',
      ),
    goneUnknown: list(
      kind,
      'Kinds of which gone records are not known, because a filter left out rows.',
    ),
  })
  .describe('What is new since an earlier job, with --after.');

const exportSummary = z.strictObject({
  file: text('The path of the export.'),
  system: text('The chat system that the export is from.'),
  rule: text('Why it was taken for an export of this system.'),
  idRule: whole('Version of the rule that makes ids unique in the app.'),
  records: list(
    z.strictObject({ type: text('The type in the export.'), count: whole('Number of records.') }),
    'Records of the export by type.',
  ),
  notCarried: list(
    z.strictObject({
      type: text('The type in the export.'),
      reason: text('Why the records are not carried over.'),
      count: whole('Number of records.'),
    }),
    'Records that no row contains.',
  ),
  notes: list(
    z.strictObject({
      subject: text('What the fact is about.'),
      fact: text('The fact.'),
      count: whole('Number of records that it is about.'),
    }),
    'Facts about what is carried over.',
  ),
});

export const facts = {
  directConversations: whole('Groups of two people that became direct conversations.'),
  usersWithoutMessages: whole('Planned users who neither sent nor directly received a message.'),
  attachmentHosts: list(
    z.strictObject({
      host: text('The host.'),
      attachments: whole('Attachments that point to it.'),
      unreachable: whole(
        'Of these, attachments whose addresses have lost their signature.',
      ).optional(),
    }),
    'Hosts that attachments point to, most used first, at most 100.',
  ),
  roles: list(
    z.strictObject({
      role: text('The id of the role in the service.'),
      name: text('The name of the role in the export.'),
      users: whole('Planned users with the role.'),
    }),
    'Roles that users need, most used first.',
  ),
  droppedFields: whole('Optional values that were dropped from planned records.'),
  filtered: list(
    z.strictObject({
      kind: kind.describe('The kind of the rows.'),
      reason: text('Why the rows were left out.'),
      rows: whole('Number of rows.'),
    }),
    'Rows that a filter of the mapping left out.',
  ),
  unread: list(
    z.strictObject({
      file: text('The file.'),
      kind: kind
        .describe('The kind of the rows; absent for tables and columns of a dump.')
        .optional(),
      place: text('The column, nested field or list, as a path of the configuration.'),
      values: whole('How often there is a value.'),
      rows: whole(
        'Rows that were looked at, where each has at most one value at the place.',
      ).optional(),
    }),
    'Places of the input that have values and that nothing reads.',
  ),
  undecided: list(
    z.strictObject({
      file: text('The file.'),
      kind: kind.describe('The kind of the rows.'),
      column: text('The column.'),
      marked: whole('Rows that the column marks.'),
      rows: whole('Rows in which the column has a value.'),
      value: text('A value of a marked row.'),
    }),
    'Columns that mark rows as deleted, private or hidden, and that nothing reads.',
  ),
  exports: list(exportSummary, 'What reading exports of chat systems found.'),
  media: z
    .strictObject({
      mapped: whole('Addresses that are those of copies.'),
      hosts: list(z.string(), 'The hosts of copies, at most 100.'),
      unmapped: list(
        z.strictObject({
          cause: text('Why there is no copy: a cause of media copy, or not-in-map.'),
          addresses: whole('Number of addresses.'),
        }),
        'Addresses without a copy by cause, the most frequent first.',
      ),
    })
    .describe('What became of the addresses of files, where the configuration has a media map.')
    .optional(),
  delta: delta.optional(),
};
