import type { ProblemDefinition } from './problem-definition.ts';

/** Problems of a row that is not a valid record. */
export const judgingProblems = {
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
    fix: 'Write the whole address, such as https://example.org/a.png. Where addresses lack their beginning, name it: convert: { FIELD: { base: https://example.org/ } }.',
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
} as const satisfies Record<string, ProblemDefinition>;
