import type { Edit } from './edit.ts';

const src = 'packages/sources/src';
const test = 'packages/sources/test';

/** Edits of the sources: which records count, who they belong to, and what is secret. */
export const sourcesEdits: readonly Edit[] = [
  {
    file: `${src}/rows/message-copies.ts`,
    find: 'if (versionOf(copy.message) > versionOf(copies[known]!.message)) copies[known] = copy;',
    replace: '',
    effect: 'of copies of a message the earliest one counts',
    tests: [`${test}/stream/stream.test.ts`],
  },
  {
    file: `${src}/rows/chats.ts`,
    find: 'if (!members.has(sender)) return undefined;',
    replace: 'continue;',
    effect: 'what a third person wrote goes to one of two people',
    tests: [`${test}/stream/stream.test.ts`],
  },
  {
    file: `${src}/rows/unique-ids.ts`,
    find: 'changed.set(id, to);',
    replace: '',
    effect: 'two users whose ids differ only in case become one',
    tests: [`${test}/stream/stream.test.ts`],
  },
  {
    file: `${src}/reading/addresses.ts`,
    find: "if (isSigned) url.search = url.hash = '';",
    replace: '',
    effect: 'the signature of an address is sent to the service',
    tests: [`${test}/stream/stream.test.ts`],
  },
  {
    file: `${src}/reading/secrets.ts`,
    find: 'if (isSecret(name)) return undefined;',
    replace: '',
    effect: 'secret fields of users are sent to the service and are in rejects.jsonl',
    tests: [`${test}/stream/stream.test.ts`],
  },
  {
    file: `${src}/stream/messages.ts`,
    find: "if (texts(message['restricted_visibility']).length > 0) return 'only some members could see it';",
    replace: '',
    effect: 'all members see what only some of them should see',
    tests: [`${test}/stream/stream.test.ts`],
  },
  {
    file: `${src}/sendbird/messages.ts`,
    find: "if (message['is_removed'] === true) return 'it was deleted';",
    replace: '',
    effect: 'removed messages are sent to the service',
    tests: [`${test}/sendbird/sendbird.test.ts`],
  },
  {
    file: `${src}/sendbird/read-sendbird.ts`,
    find: 'return out.brokenRow(rows, place, unreadable(broken));',
    replace: 'return out.brokenRow(rows, place, broken);',
    effect: 'what is in a broken record is in rejects.jsonl, secrets included',
    tests: [`${test}/sendbird/sendbird.test.ts`],
  },
  {
    file: `${src}/service/muids.ts`,
    find: 'return this.#owners.first(own)?.data === id ? own : id;',
    replace: 'return own;',
    effect: 'messages that have the muid of another one are lost',
    tests: [`${test}/service/service.test.ts`],
  },
  {
    file: `${src}/service/records.ts`,
    find: "const { [PRIVATE]: hidden, ...metadata } = object(record['metadata']);",
    replace: "const hidden = undefined; const metadata = object(record['metadata']);",
    effect: 'addresses for notifications of people are sent to the other app and are in the plan',
    tests: [`${test}/service/service.test.ts`],
  },
];
