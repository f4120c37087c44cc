import type { Edit } from './edit.ts';

const src = 'packages/parsers/src';
const test = 'packages/parsers/test';

/** Edits of the parsers: where rows are cut, and what is split. */
export const parsersEdits: readonly Edit[] = [
  {
    file: `${src}/cutting/csv-scanner.ts`,
    find: "if (at + 2 >= to && limit === 'more') return -1;",
    replace: "if (at + 1 >= to && limit === 'more') return -1;",
    effect: 'CR and LF in two pieces after a quoted cell reject a good row',
    tests: [`${test}/cutting.test.ts`],
  },
  {
    file: `${src}/cleaning/fit.ts`,
    find: 'JSON.stringify(message).length <= limits.messageLength',
    replace: 'true',
    effect: 'parts of a split message are too large as a whole',
    tests: [`${test}/splitting.test.ts`],
  },
  {
    file: `${src}/cleaning/fit.ts`,
    find: "Buffer.byteLength(JSON.stringify(message['data']))",
    replace: "JSON.stringify(message['data']).length",
    effect: 'parts of a split message are too large in bytes',
    tests: [`${test}/splitting.test.ts`],
  },
  {
    file: `${src}/cutting/csv-scanner.ts`,
    find: 'if (byte === escape && at < to && bytes[at++] === newline) found.breaksWithin++;',
    replace: 'if (byte === escape && at < to) at++;',
    effect: 'rows after an escaped line break have the wrong line',
    tests: [`${test}/csv-dialect.test.ts`],
  },
  {
    file: `${src}/mapping/convert-value.ts`,
    find: "digest('sha256', JSON.stringify(texts), 'hex')",
    replace: "digest('sha256', texts.join(''), 'hex')",
    effect: 'rows with the same letters in other columns get the same id',
    tests: [`${test}/convert.test.ts`],
  },
  {
    file: `${src}/mapping/read-columns.ts`,
    find: '(Object.hasOwn(when, name) || targetsOf(kind, name, {}) === undefined)',
    replace: 'true',
    effect: 'a field that a path leads into is lost',
    tests: [`${test}/source-paths.test.ts`],
  },
  {
    file: `${src}/judging/claimed-id.ts`,
    find: 'const isWhole = found.length > column + 1 || cells === row;',
    replace: 'const isWhole = found.length > column;',
    effect: 'a broken row is reported under half an id',
    tests: [`${test}/claimed-ids.test.ts`],
  },
  {
    file: `${src}/times/time-reader.ts`,
    find: `      if (clock !== undefined) clock.change = undefined;
`,
    replace: '',
    effect: 'a warning about a clock change stays with later rows',
    tests: [`${test}/times.test.ts`],
  },
  {
    file: `${src}/judging/chunk-judge.ts`,
    find: ' || (this.#removesMarks && text.hasMark(index))',
    replace: '',
    effect: 'a text is sent with marks of lost characters that are to be removed',
    tests: [`${test}/cleaning.test.ts`],
  },
  {
    file: `${src}/judging/chunk-judge.ts`,
    find: `    if (kind === 'none') this.#builder.filter(NO_KIND);
`,
    replace: '',
    effect: 'rows of no kind are in no bucket',
    tests: ['packages/cli/test/several-kinds.test.ts'],
  },
  {
    file: `${src}/cutting/trim-objects.ts`,
    find: 'if (this.#breaks === 0) continue;',
    replace: 'continue;',
    effect: 'rows after a list that is left out have the lines of rows before them',
    tests: [`${test}/nested-rows.test.ts`],
  },
  {
    file: `${src}/cutting/parents.ts`,
    find: 'if (key !== before) {',
    replace: "if (before === '') {",
    effect: 'rows have the fields of the object around the first row',
    tests: [`${test}/nested-rows.test.ts`],
  },
  {
    file: `${src}/markup/plain-text.ts`,
    find: "html.slice(last + 1).replaceAll('<', '&lt;')",
    replace: 'html.slice(last + 1)',
    effect: 'what follows a < that begins no tag is lost',
    tests: [`${test}/markup.test.ts`],
  },
  {
    file: `${src}/judging/chunk-judge.ts`,
    find: "form === 'compact' && !isWritten && to - from <= smallRecordBytes",
    replace: "form === 'compact' && !isWritten",
    effect: 'records that are too large are planned',
    tests: ['packages/parsers/test/json.test.ts'],
  },
  {
    file: `${src}/judging/renames.ts`,
    find: 'if (kind !== own && reported.has(from)) continue;',
    replace: 'if (reported.has(from)) continue;',
    effect: 'the second row of an id is not known as the same',
    tests: ['packages/parsers/test/ids.test.ts'],
  },
  {
    file: `${src}/cleaning/exclusion.ts`,
    find: 'only === undefined || more !== undefined',
    replace: 'only === undefined',
    effect: 'rows with other problems count as left out on purpose',
    tests: ['packages/parsers/test/cleaning.test.ts'],
  },
  {
    file: `${src}/cutting/add-keys.ts`,
    find: 'if (byte !== CLOSE_OBJECT) yield COMMA;',
    replace: 'yield COMMA;',
    effect: 'an empty object among the values of an object breaks the file',
    tests: [`${test}/keyed-rows.test.ts`],
  },
  {
    file: `${src}/cutting/add-keys.ts`,
    find: 'return readsOwnValue || (byte !== OPEN_LIST && rows.at(-1) === EACH_KEY);',
    replace: 'return true;',
    effect: 'a number in a list of rows under a key is read as a row',
    tests: [`${test}/keyed-rows.test.ts`],
  },
  {
    file: `${src}/cutting/path-tracker.ts`,
    find: 'step === (around.isList ? EACH : EACH_KEY)',
    replace: 'step === EACH || step === EACH_KEY',
    effect: 'lists are read where the path leads to an object, and the other way round',
    tests: [`${test}/rows-path.test.ts`],
  },
  {
    file: `${src}/rows/csv-cells.ts`,
    find: 'nulls?.has(cell) === true',
    replace: 'nulls?.has(this.#isCopy ? copyText(cell) : cell) === true',
    effect: 'the escaped text of a null is lost',
    tests: [`${test}/csv-dialect.test.ts`],
  },
  {
    file: `${src}/mapping/used-names.ts`,
    find: 'targetsOf(kind, name, {}) === undefined',
    replace: 'true',
    effect: 'a field that two kinds of the same rows have is read by one of them',
    tests: ['packages/cli/test/several-kinds.test.ts'],
  },
];
