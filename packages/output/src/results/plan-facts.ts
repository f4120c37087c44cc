import { z } from 'zod';
import { byKind, flag, group, kind, list, listOf, text, whole } from './values.ts';

// Facts about the input that a plan reports in addition to problems.

const delta = group('What is new since an earlier job, with --after.', {
  after: text('The id of the plan of the earlier job.'),
  landed: byKind(z.int(), 'Records that landed before.'),
  gone: byKind(z.int(), 'Landed records that the export no longer has.'),
  removable: whole('Gone records that can be removed: the number that --gone remove=N takes.'),
  removesGone: flag('Whether the plan removes them.'),
  deactivatedAgain: group(
    'Users whom an earlier job deactivated, and who are reactivated for new records and deactivated again.',
    {
      users: whole('Number of users.'),
      examples: list(z.string(), 'Ids of some of them.'),
    },
  ),
  goneUnknown: list(
    kind,
    'Kinds of which gone records are not known, because a filter left out rows.',
  ),
});

const exportSummary = z.strictObject({
  file: text('The path of the export.'),
  system: text('The chat system that the export is from.'),
  rule: text('Why it was taken for an export of this system.'),
  idRule: whole('Version of the rule that makes ids unique in the app.'),
  records: listOf('Records of the export by type.', {
    type: text('The type in the export.'),
    count: whole('Number of records.'),
  }),
  notCarried: listOf('Records that no row contains.', {
    type: text('The type in the export.'),
    reason: text('Why the records are not carried over.'),
    count: whole('Number of records.'),
  }),
  notes: listOf('Facts about what is carried over.', {
    subject: text('What the fact is about.'),
    fact: text('The fact.'),
    count: whole('Number of records that it is about.'),
  }),
});

export const facts = {
  directConversations: whole('Groups of two people that became direct conversations.'),
  usersWithoutMessages: whole('Planned users who neither sent nor directly received a message.'),
  attachmentHosts: listOf('Hosts that attachments point to, most used first, at most 100.', {
    host: text('The host.'),
    attachments: whole('Attachments that point to it.'),
    unreachable: whole(
      'Of these, attachments whose addresses have lost their signature.',
    ).optional(),
  }),
  roles: listOf('Roles that users need, most used first.', {
    role: text('The id of the role in the service.'),
    name: text('The name of the role in the export.'),
    users: whole('Planned users with the role.'),
    isPlanned: z
      .literal(true)
      .describe('The plan makes the role, unless the app has it.')
      .optional(),
  }),
  droppedFields: whole('Optional values that were dropped from planned records.'),
  filtered: listOf('Rows that a filter of the mapping left out.', {
    kind: kind.describe('The kind of the rows.'),
    reason: text('Why the rows were left out.'),
    rows: whole('Number of rows.'),
  }),
  unread: listOf('Places of the input that have values and that nothing reads.', {
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
  undecided: listOf(
    'Columns that mark rows as deleted, private or hidden, and that nothing reads.',
    {
      file: text('The file.'),
      kind: kind.describe('The kind of the rows.'),
      column: text('The column.'),
      marked: whole('Rows that the column marks.'),
      rows: whole('Rows in which the column has a value.'),
      value: text('A value of a marked row.'),
    },
  ),
  exports: list(exportSummary, 'What reading exports of chat systems found.'),
  media: group('What became of the addresses of files, where the configuration has a media map.', {
    mapped: whole('Addresses that are those of copies.'),
    hosts: list(z.string(), 'The hosts of copies, at most 100.'),
    unmapped: listOf('Addresses without a copy by cause, the most frequent first.', {
      cause: text('Why there is no copy: a cause of media copy, or not-in-map.'),
      addresses: whole('Number of addresses.'),
    }),
  }).optional(),
  delta: delta.optional(),
};
