import { type InputKind, kinds } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { valueMapOf } from '../words/enum-values.ts';
import { hasConcept } from '../words/name-fit.ts';
import { type ReferenceEvidence } from './references.ts';
import { isEmoji } from './value-fit.ts';

/** A column of a table whose name shows nothing. */
interface Unnamed {
  readonly kind: InputKind;
  readonly column: Column;
  /** Whether no other column of the table fits as well. */
  readonly isOnly: (fits: (other: Column) => boolean) => boolean;
  readonly isFirst: boolean;
}

/** A field suggested by the values of a column, and whether no other column fits as well. */
interface Finding {
  readonly isSure: boolean;
  readonly reason: string;
}

/** The likelihood that a column whose name shows nothing is a field, by its values alone. */
export function valueOnly(
  kind: InputKind,
  field: string,
  column: Column,
  columns: readonly Column[],
  reference: ReferenceEvidence,
): { readonly score: number; readonly reason: string } {
  if (field === 'tags' && column.isRepeated && isListOfWords(column))
    return { score: 0.6, reason: 'it is a list of words that rows share' };
  if (column.isRepeated || (column.root === undefined && column.label !== ''))
    return { score: 0, reason: '' };
  // A name with another meaning is evidence against the field.
  const { concepts, unknown } = conceptsOf(column.label);
  // A person in a message may be neither sender nor receiver, so the name must be empty of meaning there.
  const isPair = ['members', 'friends', 'blocks', 'reactions'].includes(kind);
  const isId = (field === 'owner' || isPair) && concepts.join() === 'id';
  const foreign = concepts.length > 0 && !isId ? 0.3 : 0;
  const isNameless = unknown.every((word) => word.length <= 3 || word === 'column');
  const isKey = field === kinds[kind].key;
  if (reference.reason !== undefined && !isKey) {
    const { reason } = reference;
    const isClear = isNameless || isPair || reference.isOfGroups === true;
    const isForeign = concepts.some((concept) => concept !== 'id');
    if (reference.isStrong === true && isClear && !isForeign && field !== 'owner')
      return { score: 0.85, reason };
    return { score: 0.65 - foreign, reason };
  }
  const others = columns.filter(
    (each) => each !== column && each.root !== undefined && !each.isRepeated,
  );
  const unnamed: Unnamed = {
    kind,
    column,
    isOnly: (fits) => !others.some(fits),
    isFirst: columns[0] === column,
  };
  const rule =
    isKey && kind !== 'members' ? (each: Unnamed) => keyFinding(each, reference) : rules[field];
  const finding = rule?.(unnamed);
  if (finding === undefined) return { score: 0, reason: '' };
  // An unknown word may mean anything, so only references make the field certain.
  const isSure = finding.isSure && (isNameless || reference.isStrong === true);
  return { score: (isSure ? 0.8 : 0.6) - foreign, reason: finding.reason };
}

type Rule = (unnamed: Unnamed) => Finding | undefined;

function keyFinding(
  { column, isFirst }: Unnamed,
  { reason }: ReferenceEvidence,
): Finding | undefined {
  const { isUnique, idLike, time } = column.facts;
  if (!isUnique) return undefined;
  if (reason !== undefined) return { isSure: true, reason };
  if (!isFirst) return undefined;
  return {
    isSure: idLike === 1 && time === undefined,
    reason: 'it is first, and no value is there twice',
  };
}

const isTime = ({ facts }: Column): boolean => facts.time !== undefined;
const isAddress = ({ facts }: Column): boolean => facts.url > 0.8;
const holdsEmoji = ({ facts }: Column): boolean => facts.filled > 0 && isEmoji(facts.values.keys());
const isName = (column: Column): boolean =>
  column.facts.nameLike > 0.6 && column.facts.prose < 0.8 && isText(column);
const isProse = (column: Column): boolean => column.facts.prose > 0.3 && isText(column);

const always: Rule = ({ column: { facts } }) =>
  facts.time?.parts === 'both' && facts.empty < facts.filled * 0.3
    ? { isSure: false, reason: 'it holds times' }
    : undefined;

const picture: Rule = ({ column, isOnly }) =>
  isAddress(column)
    ? { isSure: isOnly(isAddress) && hasPictures(column), reason: 'it holds addresses of pictures' }
    : undefined;

/** Words for people whose ids a list may contain. */
const people = ['user', 'sender', 'receiver', 'member', 'owner', 'login'] as const;

/** Whether a list contains words about the row, which occur in several rows, unlike ids and addresses. */
function isListOfWords({ facts, label, name }: Column): boolean {
  return (
    !name.includes('[0]') &&
    facts.values.size > 1 &&
    facts.values.size < facts.filled &&
    facts.length <= 30 &&
    facts.prose === 0 &&
    !facts.isNumber &&
    facts.url === 0 &&
    facts.email === 0 &&
    !hasConcept(label, 'secret') &&
    !hasConcept(label, 'role') &&
    !people.some((concept) => hasConcept(label, concept))
  );
}

const words: Rule = ({ kind, column }) => {
  const field = kind === 'members' ? 'scope' : kind === 'groups' ? 'type' : 'receiverType';
  const values = [...column.facts.values.keys()];
  const { unknown } = valueMapOf(field, values);
  return kind === 'users' ||
    (field === 'scope' ? unknown.length === values.length : unknown.length > 0) ||
    values.length < 2 ||
    values.length > 8 ||
    conceptsOf(column.label).concepts.length > 0
    ? undefined
    : { isSure: false, reason: 'its values are words for it' };
};

const rules: Readonly<Record<string, Rule>> = {
  text: ({ column, isOnly }) =>
    isProse(column) ? { isSure: isOnly(isProse), reason: 'it holds sentences' } : undefined,
  sentAt: ({ column, isOnly }) =>
    column.facts.time?.parts === 'both' && column.facts.empty === 0
      ? { isSure: isOnly(isTime), reason: 'it holds times' }
      : undefined,
  reactedAt: ({ column, isOnly }) =>
    isTime(column) ? { isSure: isOnly(isTime), reason: 'it holds times' } : undefined,
  createdAt: always,
  joinedAt: always,
  deactivatedAt: ({ column: { facts } }) =>
    facts.time?.parts === 'both' && facts.empty >= facts.filled
      ? { isSure: false, reason: 'only a few rows have this time' }
      : undefined,
  avatar: picture,
  icon: picture,
  'data.attachments.0.url': ({ column, isOnly }) =>
    isAddress(column) ? { isSure: isOnly(isAddress), reason: 'it holds addresses' } : undefined,
  reaction: ({ column, isOnly }) =>
    holdsEmoji(column) ? { isSure: isOnly(holdsEmoji), reason: 'it holds emoji' } : undefined,
  name: ({ column, isOnly }) =>
    isName(column) && !hasConcept(column.label, 'message')
      ? { isSure: isOnly(isName), reason: 'it holds names' }
      : undefined,
  scope: words,
  type: words,
  receiverType: words,
};

function isText({ facts }: Column): boolean {
  const isOther =
    facts.isNumber ||
    facts.time !== undefined ||
    facts.url >= 0.5 ||
    facts.email >= 0.5 ||
    facts.json !== undefined;
  return !isOther && !facts.isSecret && facts.values.size > 1;
}

function hasPictures({ facts }: Column): boolean {
  const values = [...facts.values.keys()];
  const pictures = values.filter((value) =>
    /\.(png|jpe?g|gif|webp|svg)(\?|$)|avatar|picture|photo/i.test(value),
  );
  return pictures.length > values.length / 2;
}
