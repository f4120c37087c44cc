import type { Edit } from './edit.ts';

const src = 'packages/planner/src';
const test = 'packages/planner/test';

/** Edits of the planner: what it checks, and how the plan gets on disk. */
export const plannerEdits: readonly Edit[] = [
  {
    file: `${src}/checking/duplicates.ts`,
    find: `    this.#repeated = undefined;
    this.#lookThrough(() => true);`,
    replace: '    this.#repeated = undefined;',
    effect: 'beyond the limit the earlier repeated ids are forgotten',
    tests: [`${test}/many-repeats.test.ts`],
  },
  {
    file: `${src}/checking/reference-index.ts`,
    find: 'if (slot < 0) faults |= check.fault;',
    replace: 'if (slot < 0) faults |= 0;',
    effect: 'references to missing records are not seen',
    tests: [`${test}/references.test.ts`],
  },
  {
    file: `${src}/checking/reference-index.ts`,
    find: 'joinedAt < table.value(slot, CREATED_AT)',
    replace: 'joinedAt > table.value(slot, CREATED_AT)',
    effect: 'members who joined too early are planned',
    tests: [`${test}/references.test.ts`, `${test}/plan.test.ts`],
  },
  {
    file: `${src}/checking/reference-index.ts`,
    find: "if (isKnown && this.#winner === 'first') return true;",
    replace: 'if (isKnown) return true;',
    effect: 'of duplicates the wrong one gives its time',
    tests: [`${test}/duplicates.test.ts`, `${test}/references.test.ts`],
  },
  {
    file: `${src}/batching/batch-cutter.ts`,
    find: 'records < this.#recordsPerRequest &&',
    replace: 'records <= this.#recordsPerRequest &&',
    effect: 'a request has one record too many',
    tests: [`${test}/plan.test.ts`],
  },
  {
    file: `${src}/batching/batch-cutter.ts`,
    find: 'end - start + 1 + bytes + 2 <= maxRequestBytes',
    replace: 'end - start + bytes <= maxRequestBytes',
    effect: 'a request is larger than is allowed',
    tests: [`${test}/plan.test.ts`],
  },
  {
    file: `${src}/batching/batch-cutter.ts`,
    find: 'for (const [lane, { records }] of this.#open.entries()) if (records > 0) this.#cut(lane);',
    replace:
      'for (const [lane, { records }] of this.#open.entries()) if (records > 1) this.#cut(lane);',
    effect: 'the last record of a lane is lost',
    tests: [`${test}/plan.test.ts`],
  },
  {
    file: `${src}/batching/cut-batches.ts`,
    find: 'if (spool.dropped.has(merge.ordinal) || spool.moved.has(merge.ordinal)) continue;',
    replace: '',
    effect: 'duplicates are planned',
    tests: [`${test}/duplicates.test.ts`],
  },
  {
    file: `${src}/batching/cut-batches.ts`,
    find: 'laneOf[merge.bucket]!',
    replace: '(laneOf[merge.bucket]! + done) % rules.lanes',
    effect: 'a conversation is spread over lanes',
    tests: [`${test}/plan.test.ts`, `${test}/lanes.test.ts`],
  },
  {
    file: `${src}/checking/split-rows.ts`,
    find: 'if (kept.length < indexes.length)',
    replace: 'if (kept.length > indexes.length)',
    effect: 'parts of a split message are planned without the others',
    tests: [`${test}/split-rows.test.ts`],
  },
  {
    file: `${src}/checking/same-content.ts`,
    find: 'if (Buffer.compare(one, other) === 0) return [];',
    replace: 'if (one.length === other.length) return [];',
    effect: 'rows of one id and the same length are merged',
    tests: [`${test}/duplicates.test.ts`],
  },
  {
    file: `${src}/checking/fault-finder.ts`,
    find: 'if (found.length === 0) this.#complete(record, absent);',
    replace: 'this.#complete(record, absent);',
    effect: 'a rejected record brings its users along',
    tests: [`${test}/references.test.ts`, `${test}/made-records.test.ts`],
  },
  {
    file: `${src}/checking/fault-finder.ts`,
    find: "if (this.#rules.senderNotMember === 'reject' &&",
    replace: "if (this.#rules.senderNotMember === 'warn' &&",
    effect: 'senders who are no members are rejected by the wrong rule',
    tests: [`${test}/references.test.ts`, `${test}/plan.test.ts`],
  },
  {
    file: `${src}/checking/checker.ts`,
    find: "this.#rules.duplicates === 'reject' ? withdraw : another",
    replace: 'another',
    effect: 'what needs a rejected duplicate is planned',
    tests: [`${test}/duplicates.test.ts`, `${test}/references.test.ts`],
  },
  {
    file: `${src}/checking/record-check.ts`,
    find: 'const tooLarge = bytes + this.#frame > this.#rules.maxRequestBytes;',
    replace: 'const tooLarge = bytes > this.#rules.maxRequestBytes;',
    effect: 'a record that fits into no request is planned',
    tests: [`${test}/plan.test.ts`, `${test}/references.test.ts`],
  },
  {
    file: `${src}/checking/equal-rows.ts`,
    find: 'first === input ? 2 : 1',
    replace: '2',
    effect: 'a row that two files have is sent twice',
    tests: [`${test}/equal-rows.test.ts`],
  },
  {
    file: `${src}/checking/equal-rows.ts`,
    find: 'if (this.#splitRows.has(winner.ordinal) || this.#splitRows.has(other.ordinal)) return undefined;',
    replace: '',
    effect: 'an equal row gets the id of a part of a split text',
    tests: [`${test}/equal-rows.test.ts`],
  },
  {
    file: `${src}/checking/row-tally.ts`,
    find: 'tally.rows += rows;',
    replace: '',
    effect: 'filtered rows are not among the rows',
    tests: ['packages/cli/test/filtered-rows.test.ts'],
  },
  {
    file: `${src}/checking/kind-intake.ts`,
    find: 'if (this.#hasRepeated) this.#addHashCollisions(this.#early);',
    replace: '',
    effect: 'records whose id shares its hash with another are not sent',
    tests: [`${test}/duplicates.test.ts`],
  },
  {
    file: `${src}/checking/derived-records.ts`,
    find: ' OR min(value) <> max(value)',
    replace: '',
    effect: 'of two descriptions of a group one is lost without a problem',
    tests: [`${test}/duplicates.test.ts`, `${test}/any-plan.test.ts`],
  },
  {
    file: `${src}/checking/checker.ts`,
    find: 'this.referenceIndex.removeMember(...membershipHashes(record.wire));',
    replace: ';',
    effect: 'a sender whose membership is not planned counts as a member',
    tests: [`${test}/duplicates.test.ts`, `${test}/any-plan.test.ts`],
  },
  {
    file: `${src}/checking/derived-records.ts`,
    find: `      for (; next < index; next++) if (dropped.has(next)) droppedBefore++;
`,
    replace: '',
    effect: 'after a rejected row a deactivation belongs to another user',
    tests: [`${test}/duplicates.test.ts`],
  },
  {
    file: `${src}/spool/record-merge.ts`,
    find: 'if (end > reading.windowEnd)',
    replace: 'if (end > reading.windowEnd + 1)',
    effect: 'the last byte of a record comes from another',
    tests: [`${test}/many-records.test.ts`],
  },
  {
    file: `${src}/checking/two-person-groups.ts`,
    find: 'banned = max(banned, excluded.banned)',
    replace: 'banned = excluded.banned',
    effect: 'a group with a banned first member becomes a conversation',
    tests: [`${test}/two-person-groups.test.ts`],
  },
  {
    file: `${src}/checking/two-person-groups.ts`,
    find: `      if (spool.dropped.has(ordinal)) continue;
`,
    replace: '',
    effect: 'a membership that is not planned takes part in a conversation',
    tests: [`${test}/two-person-groups.test.ts`],
  },
  {
    file: `${src}/checking/duplicates.ts`,
    find: '[...slots.slice(1), repeat]',
    replace: '[repeat]',
    effect: 'of three ids with one hash, repeats of the second are planned',
    tests: [`${test}/duplicates.test.ts`],
  },
  {
    file: `${src}/checking/record-maker.ts`,
    find: `    if (this.#referenceIndex.has(kind, hash)) return;
`,
    replace: '',
    effect: 'a placeholder is made twice',
    tests: [`${test}/made-records.test.ts`],
  },
  {
    file: `${src}/checking/derived-records.ts`,
    find: `      if (!isWhole && ordinal < MADE_FROM && dropped?.has(ordinal) === true) continue;
`,
    replace: '',
    effect: 'a deactivation of a row that is not planned is planned',
    tests: [`${test}/duplicates.test.ts`],
  },
  {
    file: `${src}/checking/overfull.ts`,
    find: `    if (spool.dropped.has(ordinal)) continue;
`,
    replace: '',
    effect: 'memberships that are not planned count for the limit',
    tests: ['packages/planner/test/limits.test.ts'],
  },
  {
    file: `${src}/checking/two-person-groups.ts`,
    find: `    for (const rejected of block.rejected) builder.reject(rejected);
`,
    replace: '',
    effect: 'rejected rows beside redirected messages vanish',
    tests: ['packages/planner/test/two-person-groups.test.ts'],
  },
  {
    file: `${src}/batching/early-batches.ts`,
    find: `    rules.duplicates === 'first' &&
`,
    replace: '',
    effect: 'in a large export the first of two rows wins although the last should',
    tests: ['packages/planner/test/duplicates.test.ts'],
  },
  {
    file: `${src}/storage/hash-map.ts`,
    find: 'if (slot >= 0) this.#entries[slot * this.#stride] = -1;',
    replace: 'if (slot >= 0) this.#entries[slot * this.#stride] = 0;',
    effect: 'with one user others are removed',
    tests: ['packages/planner/test/hash-map.test.ts'],
  },
  {
    file: `${src}/plan/open-plan.ts`,
    find: 'if (statSync(path).size !== bytes)',
    replace: 'if (statSync(path).size < bytes)',
    effect: 'a plan with something behind its end is opened',
    tests: ['packages/planner/test/plan-file.test.ts'],
  },
  {
    file: `${src}/earlier/read-landed.ts`,
    find: "messages: ['messageRemovals'],",
    replace: '',
    effect: 'a message that a delta deleted counts as landed in the next one',
    tests: ['packages/job/test/delta-gone.test.ts'],
  },
  {
    file: `${src}/earlier-comparison.ts`,
    find: 'removesGone !== undefined && removesGone !== removable',
    replace: 'removesGone === 0',
    effect: 'another number of gone records than was stated is removed',
    tests: ['packages/job/test/delta-gone.test.ts'],
  },
  {
    file: `${src}/earlier/content-hash.ts`,
    find: '!hasContent || isAmong(leftOut, keyUpper, keyLower)',
    replace: '!hasContent',
    effect: 'in a delta, records are changed because the app was used',
    tests: [`${test}/content-hash.test.ts`],
  },
  {
    file: `${src}/earlier/content-hash.ts`,
    find: 'if (!isCanonical && SHORT_ESCAPES[byte] !== 1) return -1;',
    replace: '',
    effect: 'a text with escapes of another program counts as changed',
    tests: [`${test}/content-hash.test.ts`],
  },
  {
    file: `${src}/earlier/change-of.ts`,
    find: "if (kind === 'messages' && rules.editsMessages !== true) return nothing;",
    replace: '',
    effect: 'a delta edits messages although that was not asked for',
    tests: ['packages/job/test/delta-updates.test.ts'],
  },
  {
    file: `${src}/earlier/change-of.ts`,
    find: 'before === undefined ? [ANY] : fixed',
    replace: 'fixed',
    effect: 'a record of which only the digest is known counts as updated in all fields',
    tests: ['packages/job/test/delta.test.ts'],
  },
  {
    file: `${src}/earlier/landed-updates.ts`,
    find: 'if (record[REMAINING] !== undefined) return;',
    replace: '',
    effect: 'a record that was updated in part is unchanged in the next delta',
    tests: ['packages/job/test/delta-updates.test.ts'],
  },
  {
    file: `${src}/earlier/earlier-records.ts`,
    find: 'updates.apply(part, keys);',
    replace: '',
    effect: 'what a delta has updated is updated again by each later one',
    tests: ['packages/job/test/delta-updates.test.ts', 'packages/job/test/any-delta.test.ts'],
  },
  {
    file: `${src}/earlier-comparison.ts`,
    find: 'for (const each of [kind, ...derivedKinds[kind].map((derived) => derived.kind)])',
    replace: 'for (const each of [kind])',
    effect: 'in a delta, what is made from a rejected row counts as gone',
    tests: ['packages/job/test/delta-follow-ups.test.ts'],
  },
  {
    file: `${src}/earlier/earlier-records.ts`,
    find: `    if (part.numbers[(latest - part.first) * widthOf(kind)] === UNKNOWN) return 'new';
`,
    replace: '',
    effect: 'in a delta, records that the earlier job did not resolve are not sent',
    tests: ['packages/job/test/delta-follow-ups.test.ts'],
  },
  {
    file: `${src}/earlier/content-hash.ts`,
    find: `      upper = mixUpper(upper, this.#upper, this.#lower);
      lower = mixLower(lower, this.#lower, this.#upper);
`,
    replace: `      upper = (upper + mixUpper(first.list.upper, this.#upper, this.#lower)) | 0;
      lower = (lower + mixLower(first.list.lower, this.#lower, this.#upper)) | 0;
`,
    effect: 'in a delta, a list in another order is unchanged',
    tests: ['packages/planner/test/content-hash.test.ts'],
  },
  {
    file: `${src}/checking/replies.ts`,
    find: 'ordinal === landedOrdinal.replies || messages!.dropped.has(ordinal)',
    replace: 'ordinal === landedOrdinal.replies',
    effect: 'a reply is sent into the thread of a message that is not planned',
    tests: ['packages/job/test/delta-follow-ups.test.ts'],
  },
];
