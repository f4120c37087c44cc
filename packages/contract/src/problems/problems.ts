import { isSecretField, maskSecrets } from '../values/secrets.ts';

/** What a problem costs: the row, nothing, or the rest of the file. */
export type Severity = 'reject' | 'warning' | 'file';

export interface ProblemDefinition {
  readonly severity: Severity;
  /** What is wrong, as the end of a sentence that begins with the field or the row. */
  readonly means: string;
  /** What the owner of the data can do about it. */
  readonly fix: string;
}

/** Every problem that a row, a record or a file can have before anything is sent. The docs list the same codes. */
export const problems = {
  // Reading: the bytes are not a row.
  'bad-quotes': {
    severity: 'reject',
    means: 'has a quoted cell that is not closed, or text after the closing quote',
    fix: 'Put the cell in double quotes and double each quote inside it.',
  },
  'quote-in-cell': {
    severity: 'warning',
    means: 'has a quote inside a cell that is not in quotes; it is read as text',
    fix: 'Check that the quote belongs to the text. If it does, there is nothing to do.',
  },
  'too-deep': {
    severity: 'reject',
    means: 'has more than 256 levels of objects and lists inside each other',
    fix: 'Remove the nested value from the row, or write it flatter.',
  },
  'repeated-key': {
    severity: 'reject',
    means: 'appears twice in one object of the row',
    fix: 'Keep one of the two: programs disagree about which one counts.',
  },
  'wrong-column-count': {
    severity: 'reject',
    means: 'has more or fewer cells than the file has columns',
    fix: 'Quote cells that contain the delimiter or a line break, or add the missing cells.',
  },
  'other-column-order': {
    severity: 'reject',
    means: 'names the columns of the file in another order than its first line',
    fix: 'Put this line and the rows below it into a file of their own.',
  },
  'bad-json': {
    severity: 'reject',
    means: 'is not valid JSON',
    fix: 'Write one complete JSON object per line, or one array of objects per file.',
  },
  'transform-failed': {
    severity: 'reject',
    means: 'is not transformed: the code of the configuration failed for it',
    fix: 'Correct `transform` in the configuration for such a row, or leave the row out with `context.leaveOut`.',
  },
  'not-read': {
    severity: 'reject',
    means: 'is a place of rows that nothing in the configuration reads',
    fix: 'Map its rows with `rows` in the configuration, or name the place under `ignore`.',
  },
  'not-an-object': {
    severity: 'reject',
    means: 'is not a JSON object',
    fix: 'Write each row as an object, with its fields as keys.',
  },
  'bad-json-cell': {
    severity: 'reject',
    means: 'does not hold valid JSON',
    fix: 'Write JSON in the cell, with its quotes doubled as CSV asks: "{""k"": 1}".',
  },
  'broken-encoding': {
    severity: 'reject',
    means: 'has bytes that are not text in the encoding of the file',
    fix: 'Export the file as UTF-8, or name its encoding in the configuration. With `cleaning.brokenText: replace` such rows are kept, with U+FFFD for what is not text.',
  },
  'row-too-large': {
    severity: 'reject',
    means: 'is larger than any record the service could take',
    fix: 'Look for a missing quote or line break before it; otherwise shorten the row.',
  },
  'bad-boolean': {
    severity: 'reject',
    means: 'is neither true nor false',
    fix: 'Write true, false, 1 or 0.',
  },
  'bad-markup': {
    severity: 'reject',
    means: 'has markup that cannot be read',
    fix: 'Shorten the text, or remove markup from the rule of the field: the text is then kept as it is written.',
  },
  'two-values': {
    severity: 'reject',
    means: 'has another value in each of two columns that are read into it',
    fix: 'Read one of the columns and name the other under `ignore`, or put both into the field with `join` under `convert`.',
  },
  'no-match': {
    severity: 'reject',
    means: 'does not have the form that its rule describes',
    fix: 'Correct `match` in the rule of the field so that it also fits such values, or leave the row out with `only`.',
  },
  'no-other-member': {
    severity: 'reject',
    means: 'is not known, because the members are not the one who is known and exactly one other',
    fix: 'Name the receiver of such rows in another way, with a mapping that has `when`, or leave them out with `only`.',
  },
  'bad-time': {
    severity: 'reject',
    means: 'is not a time in the form of its column',
    fix: 'Correct the time, or declare the form of the column in the configuration, under times.',
  },
  'no-zone': {
    severity: 'reject',
    means: 'is a time without a zone, and the configuration sets none',
    fix: 'Set zone in the configuration to that of the system that wrote the file, as in zone: Europe/Berlin.',
  },
  'bad-source-time': {
    severity: 'reject',
    means: 'is not a time that a message can have',
    fix: 'Correct the time in the export, in the form that the message names, and plan again.',
  },
  'incomplete-record': {
    severity: 'reject',
    means: 'lacks what every such record has, such as an id, a user or a conversation',
    fix: 'Check whether the export is damaged or was changed. Complete the record there, and plan again.',
  },

  // Judging: the row is not a valid record.
  'missing-field': {
    severity: 'reject',
    means: 'is missing',
    fix: 'Fill it in, or name the column that holds it in the configuration.',
  },
  'unknown-field': {
    severity: 'reject',
    means: 'is not a field of this kind of record',
    fix: 'Rename or ignore the column in the configuration.',
  },
  'empty-field': {
    severity: 'reject',
    means: 'is empty',
    fix: 'Fill it in.',
  },
  'wrong-type': {
    severity: 'reject',
    means: 'holds another type of value than the service takes',
    fix: 'Write a value of the type that the message names.',
  },
  'bad-value': {
    severity: 'reject',
    means: 'is not one of the values the service takes',
    fix: 'Use one of the values that the message names.',
  },
  'too-long': {
    severity: 'reject',
    means: 'is longer than the service takes',
    fix: 'Shorten it.',
  },
  'too-many': {
    severity: 'reject',
    means: 'has more entries than the service takes',
    fix: 'Keep at most 25 tags.',
  },
  'bad-id': {
    severity: 'reject',
    means: 'has characters other than a-z 0-9 - _',
    fix: 'Use `ids: map` in the configuration, or change the id everywhere it is used.',
  },
  'null-character': {
    severity: 'reject',
    means: 'has a NUL character (U+0000), at which many programs end a text',
    fix: 'Export it without the character. In a name it is removed with `brokenText: remove` under `cleaning` in the configuration.',
  },
  'bad-url': {
    severity: 'reject',
    means: 'is not a complete http or https address',
    fix: 'Write the whole address, such as https://example.org/a.png.',
  },
  'bad-mime-type': {
    severity: 'reject',
    means: 'is not a MIME type',
    fix: 'Write it in the form image/png.',
  },
  'not-seconds': {
    severity: 'reject',
    means: 'is not a time in UNIX seconds (ten digits)',
    fix: 'Write seconds, or declare the form of the column in the configuration.',
  },
  milliseconds: {
    severity: 'reject',
    means: 'is in milliseconds, but the service takes seconds',
    fix: 'Divide by 1000, or declare the column as milliseconds in the configuration.',
  },
  'future-time': {
    severity: 'reject',
    means: 'is in the future',
    fix: 'Correct the time, or the unit or zone it was exported in.',
  },
  'too-old': {
    severity: 'reject',
    means: 'is older than the service keeps messages',
    fix: 'Have the retention of the app extended and set `retentionMonths`, or leave the message out.',
  },
  'blank-text': {
    severity: 'reject',
    means: 'is blank, and the service refuses a whole batch for one blank text',
    fix: 'Leave the message out, or give it a text.',
  },
  'missing-attachment': {
    severity: 'reject',
    means: 'has no attachment, which this type of message needs',
    fix: 'Add an attachment with url, name, mimeType and extension, or change the type.',
  },
  'empty-custom-data': {
    severity: 'reject',
    means: 'is empty, which a custom message may not be',
    fix: 'Put the content of the message into data.customData.',
  },
  'missing-password': {
    severity: 'reject',
    means: 'is missing, which a group of type password needs',
    fix: 'Give the group a password, or change its type to private.',
  },
  'key-differs': {
    severity: 'reject',
    means: 'differs from the id it has to repeat',
    fix: 'Leave memberId out; for mentioned users use the uid as the key.',
  },
  'metadata-too-large': {
    severity: 'reject',
    means: 'is larger than 5 KB as JSON',
    fix: 'Keep only what the app reads from it.',
  },
  'data-too-large': {
    severity: 'reject',
    means: 'is larger than 10 KB as JSON',
    fix: 'Shorten the text, have it split (`tooLong: split`), or move the content into an attachment.',
  },
  'record-too-large': {
    severity: 'reject',
    means: 'does not fit into a request by itself',
    fix: 'Shorten it, or raise `maxRequestBytes`.',
  },
  'broken-text': {
    severity: 'reject',
    means: 'has half an emoji or other character (an unpaired surrogate)',
    fix: 'Export the text again from the source without cutting through characters.',
  },

  // Planning: the record conflicts with others.
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
  'signed-url': {
    severity: 'warning',
    means:
      'points to an address with a signature or token in it, which may expire or give access to others; of an export of a system, to one that has lost it and gives no access',
    fix: 'Move the files to permanent addresses, and write those into the export, or set filesUrl to where copies are served.',
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

  // Cleaning: the configuration asked for a repair, and it was done.
  'text-cut': {
    severity: 'warning',
    means: 'was longer than the service takes and has been cut',
    fix: 'Nothing to do; the whole text is in the export.',
  },
  'text-split': {
    severity: 'warning',
    means: 'was longer than the service takes and has been split into several messages',
    fix: 'Nothing to do; the messages follow each other, and together hold the whole text.',
  },
  'text-repaired': {
    severity: 'warning',
    means: 'had broken characters, which were replaced or removed',
    fix: 'Nothing to do; export the text again from the source if the original matters.',
  },
  'field-dropped': {
    severity: 'warning',
    means: 'has a value that the service does not take, and was left out of the record',
    fix: 'Correct the value and plan again if it matters: dropped.jsonl lists all of them. Set `badOptional: reject` under `cleaning` to have such rows rejected.',
  },
  'left-out-too-old': {
    severity: 'warning',
    means: 'is older than the service keeps messages, and its row was left out, as configured',
    fix: 'Nothing to do; take `tooOld` out of the cleaning to have such rows rejected.',
  },
  'left-out-blank-text': {
    severity: 'warning',
    means: 'is blank, and its row was left out, as configured',
    fix: 'Nothing to do; take `blankText` out of the cleaning to have such rows rejected.',
  },

  // Files: reading cannot continue.
  'unreadable-file': {
    severity: 'file',
    means: 'cannot be read',
    fix: 'Check the path and the permissions.',
  },
  'broken-file': {
    severity: 'file',
    means: 'is damaged or incomplete',
    fix: 'Copy or export the file again.',
  },
  'wrapped-rows': {
    severity: 'file',
    means: 'is one object that contains the rows',
    fix: 'Set `rows` in the configuration to the place of the rows, or write the array of rows alone.',
  },
  'transform-stopped': {
    severity: 'file',
    means:
      'cannot be read to its end, because the code of the configuration does not return or ends its thread',
    fix: 'Correct `transform` in the configuration.',
  },
  'unknown-column': {
    severity: 'file',
    means: 'has a column that is not a field of its kind',
    fix: 'Rename the column, or ignore it, in the configuration.',
  },
  'duplicate-column': {
    severity: 'file',
    means: 'has two columns for one field',
    fix: 'Ignore one of the columns, or rename it, in the configuration.',
  },
  'missing-column': {
    severity: 'file',
    means: 'lacks a column that every record of its kind needs',
    fix: 'Add the column, or name the column that holds it in the configuration.',
  },
  'wrong-unit': {
    severity: 'file',
    means: 'has a time column in another unit than declared',
    fix: 'Declare the unit of the column in the configuration.',
  },
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;

/** One problem of one row. */
export interface Problem {
  readonly code: ProblemCode;
  /** The field or column, with a path for nested ones (`data.text`); absent when the problem concerns the whole row. */
  readonly field?: string;
  /** The offending value, truncated; absent when there is none or it is a secret. */
  readonly value?: string;
  /** One sentence: what is wrong and why. */
  readonly message: string;
  readonly fix: string;
}

const SHOWN = 120;

/** Makes a problem of this code. `detail` is appended to the sentence of the table. `fix` replaces the fix of the table where the table cannot know it. */
export function problem(
  code: ProblemCode,
  about: {
    field?: string | undefined;
    value?: unknown;
    detail?: string | undefined;
    fix?: string | undefined;
  } = {},
): Problem {
  const { field, value, detail } = about;
  const { means } = problems[code];
  const shown = field !== undefined && isSecretField(field) ? undefined : shownValue(value);
  return {
    code,
    ...(field === undefined ? {} : { field }),
    ...(shown === undefined ? {} : { value: shown }),
    message: `${field ?? 'The row'} ${means}${detail === undefined ? '' : ` (${detail})`}.`,
    fix: about.fix ?? problems[code].fix,
  };
}

/** JSON has no number that is larger than those of JavaScript, such as 1e400, and writes null instead. */
export function shownJson(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'number' && !Number.isFinite(inner) ? String(inner) : inner,
  );
}

/** A value as text, truncated, without secrets. */
export function shownValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const whole = typeof value === 'string' ? value : (shownJson(value) ?? typeof value);
  const text = whole.includes('"') ? maskSecrets(whole) : whole;
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}
