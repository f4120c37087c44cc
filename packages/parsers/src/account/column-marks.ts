import type { Kind } from '@chatferry/contract';
import { isEmpty } from '../mapping/condition.ts';
import { textOf } from '../mapping/source-row.ts';
import { spokenTruthOf } from '../words/truth.ts';
import {
  calledPrivate,
  internalAmong,
  isCalledState,
  mayWithholdWhenFalse,
  unsureByValue,
  withheldByValue,
  withheldOf,
  withheldWhenFalse,
} from '../words/withheld-words.ts';

/** Whether a value marks its row as deleted, private, hidden or a draft; undefined when the value says nothing about this. */
export type ColumnMark = (value: unknown) => boolean | undefined;

/** Number of values of a column whose answers are kept. */
const MOST_VALUES = 200;

/** How the values of a column mark rows, by the column's name; undefined for a column without marks. */
export function markOf(kind: Kind, name: string): ColumnMark | undefined {
  const judge = judgeOf(kind, name);
  if (judge === undefined) return undefined;
  const known = new Map<string, boolean | undefined>();
  const ofText = (text: string): boolean | undefined => {
    if (known.has(text)) return known.get(text);
    const answer = judge(text);
    if (known.size < MOST_VALUES) known.set(text, answer);
    return answer;
  };
  return (value) => {
    if (!Array.isArray(value)) return ofText(isEmpty(value) ? '' : textOf(value).trim());
    const answers = value.map((each) => ofText(textOf(each).trim()));
    return answers.includes(true) || (answers.includes(false) ? false : undefined);
  };
}

/** Whether an object under this name may have keys that mark its row. */
export function mayHoldMarks(kind: Kind, name: string): boolean {
  return (
    judgeOf(kind, name) !== undefined ||
    /meta|info|props|propert|attribut|options|settings/i.test(name)
  );
}

/** A condition of `only`, in YAML, that leaves out the rows that this value of a column marks. */
export function conditionWithout(column: string, value: string): string {
  const truth = spokenTruthOf(value);
  if (truth !== undefined) return `{ not: [${JSON.stringify(value)}] }`;
  const isWord = ['messages', 'members'].some(
    (kind) => wordMarks(kind as Kind, column, value) === true,
  );
  if (isWord) return `{ not: [${JSON.stringify(value)}] }`;
  // Some exports write 0 for an absent time.
  return /^[\d.:\sTZ+-]+$/.test(value) ? '[null, 0]' : 'empty';
}

function judgeOf(kind: Kind, name: string): ((text: string) => boolean | undefined) | undefined {
  const withheld = withheldOf(kind, name);
  const privacy = calledPrivate(name);
  const isState = isCalledState(name);
  if (withheld !== undefined)
    return (text) =>
      isState && !/\d/.test(text) && spokenTruthOf(text) === undefined
        ? wordMarks(kind, name, text)
        : !isNothing(text) && (withheld === 'deleted' || isShort(text));
  if (privacy === 'note' || privacy === 'private') return (text) => spokenTruthOf(text);
  if (privacy === 'public' || withheldWhenFalse(name) !== undefined) return whenFalse;
  if (kind === 'messages' && mayWithholdWhenFalse(name)) return whenFalse;
  return isState ? (text) => wordMarks(kind, name, text) : undefined;
}

function whenFalse(text: string): boolean | undefined {
  const truth = spokenTruthOf(text);
  return truth === undefined ? undefined : !truth;
}

/** Whether a word for a state marks its row. */
function wordMarks(kind: Kind, name: string, text: string): boolean | undefined {
  if (text === '') return undefined;
  if (withheldByValue(text) !== undefined || internalAmong(name, [text]).length > 0) return true;
  const privacy = calledPrivate(text);
  return kind === 'messages' || kind === 'members'
    ? unsureByValue(kind, text) !== undefined
    : privacy === 'private' || privacy === 'note';
}

/** Whether the value of a flag, a time or an id means that nothing was done. */
function isNothing(text: string): boolean {
  if (text === '' || spokenTruthOf(text) === false) return true;
  return /^(?:-1|[0.:\s-]+|null|none|nil|never|not?[ _-].*)$/i.test(text);
}

function isShort(text: string): boolean {
  return !/\S\s+\S+\s+\S/.test(text);
}
