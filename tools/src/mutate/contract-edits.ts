import type { Edit } from './edit.ts';

const src = 'packages/contract/src';
const test = 'packages/contract/test';

/** Edits of the contract: how rows are judged. */
export const contractEdits: readonly Edit[] = [
  {
    file: `${src}/judging/size-problem.ts`,
    find: 'Math.floor(smallRecordBytes / 3)',
    replace: 'smallRecordBytes',
    effect: 'characters count as bytes, so that records that are too large are planned',
    tests: [`${test}/judge.test.ts`],
  },
  {
    file: `${src}/judging/size-problem.ts`,
    find: 'new TextEncoder().encode(text).length',
    replace: 'text.length',
    effect: 'the size of a part counts characters',
    tests: [`${test}/judge.test.ts`],
  },
  {
    file: `${src}/judging/time-problem.ts`,
    find: 'value > now',
    replace: 'value > now + 60',
    effect: 'a time in the future is planned',
    tests: [`${test}/judge.test.ts`],
  },
  {
    file: `${src}/judging/time-problem.ts`,
    find: 'if (sentAt >= oldestSentAt) return undefined;',
    replace: 'if (sentAt > 0) return undefined;',
    effect: 'messages that the service no longer keeps are planned',
    tests: [`${test}/judge.test.ts`],
  },
  {
    file: `${src}/judging/size-problem.ts`,
    find: 'wire.length > recordLength',
    replace: 'wire.length > 2 * recordLength',
    effect: 'a message that is too large as a whole is planned',
    tests: [`${test}/judge.test.ts`],
  },
  {
    file: `${src}/judging/size-problem.ts`,
    find: "if (broken !== undefined) return problem('broken-text', { field: broken });",
    replace: '',
    effect: 'a text that is cut through a character is planned',
    tests: [`${test}/judge.test.ts`],
  },
  {
    file: `${src}/answers.ts`,
    find: "if (success !== false && !isObject(error) && typeof error !== 'string') return undefined;",
    replace: '',
    effect: 'an answer that says nothing about a record refuses it',
    tests: [`${test}/answers.test.ts`],
  },
  {
    file: `${src}/answers.ts`,
    find: 'list.length === ids.length && named.every(',
    replace: 'named.every(',
    effect: 'a list of other length is read by position',
    tests: [`${test}/answers.test.ts`],
  },
  {
    file: `${src}/answers.ts`,
    find: 'if (success === true)',
    replace: 'if (success !== false)',
    effect: 'a record without an outcome counts as created',
    tests: [`${test}/answers.test.ts`],
  },
  {
    file: `${src}/codes/verdicts.ts`,
    find: `if (isRealtimeTrouble(code)) return 'retry';
  // A`,
    replace: '// A',
    effect: 'trouble of the realtime part fails records',
    tests: [`${test}/verdicts.test.ts`],
  },
  {
    file: `${src}/codes/verdicts.ts`,
    find: "kinds[kind].quotaIsOf !== 'app'",
    replace: "kinds[kind].quotaIsOf === 'app'",
    effect: 'a full group stops the run, and a full app does not',
    tests: [`${test}/verdicts.test.ts`],
  },
  {
    file: `${src}/codes/verdicts.ts`,
    find: "return verdicts[code] ?? 'failed';",
    replace: "return verdicts[code] ?? 'retry';",
    effect: 'a code that is not known is tried without end',
    tests: [`${test}/verdicts.test.ts`],
  },
  {
    file: `${src}/codes/verdicts.ts`,
    find: "ERR_IMPORT_MUID_ALREADY_EXISTS: 'present'",
    replace: "ERR_IMPORT_MUID_ALREADY_EXISTS: 'failed'",
    effect: 'messages that are there count as failed',
    tests: [`${test}/verdicts.test.ts`],
  },
  {
    file: `${src}/comparing/attachments.ts`,
    find: `    if (isReHosted(wanted, found)) reHosted++;
    else if`,
    replace: `    if (isReHosted(wanted, found)) reHosted++;
    if (reHosted > 0) continue;
    if`,
    effect: 'attachments after a re-hosted one are not compared',
    tests: [`${test}/comparing.test.ts`],
  },
  {
    file: `${src}/comparing/attachments.ts`,
    find: `  if (planned.length !== held.length) return undefined;
`,
    replace: '',
    effect: 'attachments that were not planned count as the same',
    tests: [`${test}/comparing.test.ts`],
  },
  {
    file: `${src}/judging/record-block-builder.ts`,
    find: 'this.#hasFreeIds ? id.toLowerCase() : id',
    replace: 'id',
    effect: 'message ids that differ only in case are not seen as repeated',
    tests: ['packages/planner/test/duplicates.test.ts'],
  },
  {
    file: `${src}/comparing/compared-fields.ts`,
    find: `      none: 'participant',
`,
    replace: '',
    effect: 'a member whose scope is not the planned one counts as the same',
    tests: [`${test}/comparing.test.ts`],
  },
  {
    file: `${src}/comparing/compared-fields.ts`,
    find: `    owner: { equality: 'json', source: SHOWN },
`,
    replace: '',
    effect: 'a group with another owner counts as the same',
    tests: [`${test}/comparing.test.ts`],
  },
  {
    file: `${src}/codes/verdicts.ts`,
    find: `  ERR_BAD_ERROR_RESPONSE: 'retry',
`,
    replace: '',
    effect: 'trouble between parts of the service fails records',
    tests: [`${test}/verdicts.test.ts`],
  },
  {
    file: `${src}/judging/record-block-builder.ts`,
    find: 'this.#reserve(text.length * 3);',
    replace: 'this.#reserve(text.length * 2);',
    effect: 'a text of three-byte characters is cut off at the end of a block',
    tests: [`${test}/record-block.test.ts`],
  },
  {
    file: `${src}/answers.ts`,
    find: "typeof id === 'string' || typeof id === 'number' ? String(id)",
    replace: "typeof id === 'string' ? String(id)",
    effect: 'numeric ids in a list are not recognised',
    tests: ['packages/contract/test/answers.test.ts'],
  },
  {
    file: `${src}/judging/record-block-builder.ts`,
    find: `    if (this.#roles.size > 0) this.#roles = new Map();
`,
    replace: '',
    effect: 'roles are counted again with each block',
    tests: ['packages/contract/test/record-block.test.ts'],
  },
  {
    file: `${src}/records/message.ts`,
    find: `  row['type'] = 'text';
  return true;`,
    replace: `  row['type'] = 'text';
  return before === undefined;`,
    effect: 'a line whose type is filled in is sent without it',
    tests: ['packages/parsers/test/json.test.ts'],
  },
  {
    file: `${src}/records/detail-fields.ts`,
    find: `    row['receiverGroupOwnerDetails'] !== undefined ||
`,
    replace: '',
    effect: 'the owner inside a message keeps its old id',
    tests: ['packages/parsers/test/ids.test.ts'],
  },
  {
    file: `${src}/kinds.ts`,
    find: "'password', 'icon', 'owner'",
    replace: "'password', 'owner'",
    effect: 'groups lose their icon on the chat route',
    tests: ['packages/job/test/chat-route.test.ts'],
  },
  {
    file: `${src}/records/member.ts`,
    find: `    key.startsWith(INFIX, guid.length) &&
`,
    replace: '',
    effect: 'a membership with another key is sent',
    tests: ['packages/contract/test/judge.test.ts'],
  },
  {
    file: `${src}/judging/problems.ts`,
    find: 'isSecretField(field) ? undefined',
    replace: 'secretFields.has(field) ? undefined',
    effect: 'the password of a group inside a record is shown',
    tests: ['packages/contract/test/judge.test.ts'],
  },
  {
    file: `${src}/comparing/change-records.ts`,
    find: 'changed.includes(access.field) && !isSet(record, access.field)',
    replace: 'changed.includes(access.field)',
    effect: 'a user who is to be banned is unbanned',
    tests: ['packages/contract/test/change-records.test.ts'],
  },
  {
    file: `${src}/records/message.ts`,
    find: "if (row['category'] !== undefined && row['type'] !== undefined) return emptied;",
    replace: "if (row['category'] !== undefined && row['type'] !== undefined) return false;",
    effect: 'a message is sent as its file has it, with an empty list of attachments',
    tests: ['packages/parsers/test/json.test.ts'],
  },
  {
    file: `${src}/records/group.ts`,
    find: "group.type !== 'password' || group.password !== undefined",
    replace: "group.type === 'public' || group.password !== undefined",
    effect: 'private groups are rejected',
    tests: [`${test}/any-record.test.ts`],
  },
  {
    file: 'packages/contract/src/judging/id-hash.ts',
    find: 'idHash(id.toLowerCase())',
    replace: 'idHash(id)',
    effect: 'a reaction that names its message in other case is rejected',
    tests: ['packages/planner/test/reactions.test.ts'],
  },
  {
    file: 'packages/contract/src/comparing/canonical.ts',
    find: 'value.map((tag) => String(tag)).toSorted()',
    replace: 'value.map((tag) => String(tag))',
    effect: 'the same tags in another order count as different',
    tests: ['packages/contract/test/comparing.test.ts'],
  },
  {
    file: 'packages/contract/src/comparing/comparable.ts',
    find: "if (isOwner && name === 'scope') continue;",
    replace: "if (name === 'scope') continue;",
    effect: 'scopes of members are not compared, and count as verified',
    tests: ['packages/contract/test/comparing.test.ts'],
  },
  {
    file: `${src}/comparing/canonical.ts`,
    find: "`[${value.map((item) => canonicalJson(item) || '[]').join(',')}]`",
    replace:
      "`[${value.map((item) => canonicalJson(item)).filter((text) => text !== '').join(',')}]`",
    effect: 'lists that differ in empty items count as the same',
    tests: [`${test}/comparing.test.ts`],
  },
  {
    file: `${src}/comparing/field-updates.ts`,
    find: 'value !== undefined && value !== null && value !== false',
    replace: 'value !== undefined && value !== false',
    effect: 'null is sent as the value of a field',
    tests: ['packages/contract/test/change-records.test.ts'],
  },
  {
    file: 'packages/contract/src/comparing/change-records.ts',
    find: 'before[field] ?? null',
    replace: 'before[field] || null',
    effect: 'an empty text or zero before a change is kept as null',
    tests: ['packages/contract/test/change-records.test.ts'],
  },
  {
    file: 'packages/contract/src/judging/schema-problems.ts',
    find: 'value > 99_999_999_999 && value <= LATEST_MS',
    replace: 'value > 99_999_999_999',
    effect: 'microseconds are called milliseconds',
    tests: ['packages/contract/test/boundaries.test.ts'],
  },
  {
    file: 'packages/contract/src/judging/references.ts',
    find: `columns[at + column.receiver] = 0;
`,
    replace: '',
    effect: 'a message to a group keeps the receiver of the block before',
    tests: ['packages/contract/test/record-block.test.ts'],
  },
  {
    file: 'packages/contract/src/judging/record-block-builder.ts',
    find: `    this.#line = line;
`,
    replace: '',
    effect: 'a role is reported at the line of the user before',
    tests: ['packages/contract/test/record-block.test.ts'],
  },
  {
    file: 'packages/contract/src/judging/record-block-builder.ts',
    find: 'new Uint8Array(Math.max(this.#wire.length * 2, needed))',
    replace: 'new Uint8Array(this.#wire.length * 2)',
    effect: 'a record of more than twice the buffer is cut off',
    tests: ['packages/contract/test/record-block.test.ts'],
  },
  {
    file: 'packages/contract/src/judging/roles.ts',
    find: `  eachDetails(kind, record, (details, of) => reportRole(of, details, report));
`,
    replace: '',
    effect: 'roles of users inside records are not checked',
    tests: ['packages/contract/test/record-block.test.ts'],
  },
  {
    file: 'packages/contract/src/judging/receipt-problems.ts',
    find: 'value < sentAt',
    replace: 'value <= sentAt',
    effect: 'a message that is read in the second of its sending gets a warning',
    tests: ['packages/contract/test/judge.test.ts'],
  },
  {
    file: 'packages/contract/src/judging/rows-of.ts',
    find: 'filteredRows(filtered) - made',
    replace: 'filteredRows(filtered)',
    effect: 'rows that code made are counted as rows of the file',
    tests: ['packages/contract/test/record-block.test.ts'],
  },
  {
    file: 'packages/contract/src/judging/line-break-problems.ts',
    find: '[\\n\\r\\u2028\\u2029]',
    replace: '[\\n\\u2028\\u2029]',
    effect: 'a CR in a name is not reported',
    tests: ['packages/contract/test/judge.test.ts'],
  },
  {
    file: 'packages/contract/src/judging/not-an-object.ts',
    find: '.filter(([, { required }]) => required)',
    replace: '',
    effect: 'the example lists all fields',
    tests: ['packages/contract/test/judge.test.ts'],
  },
  {
    file: 'packages/contract/src/judging/derived.ts',
    find: `    delete row[field];
`,
    replace: '',
    effect: 'fields of derived records are sent with the record',
    tests: ['packages/contract/test/judge.test.ts'],
  },
];
