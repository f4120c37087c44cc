import { fields, type InputKind, kinds, limits } from '@chatferry/contract';
import type { ColumnFacts } from '../columns/facts-of.ts';
import { spokenTruthOf } from '@chatferry/parsers';
import { valueMapOf } from '../words/enum-values.ts';

/** How well the values of a column fit a field, from 0 to 1; 0 rules the column out. A column without values gets 0.3, so that its name decides. */
export function valueFit(kind: InputKind, field: string, facts: ColumnFacts): number {
  if (facts.filled === 0) return 0.3;
  if (facts.isSecret && field !== kinds[kind].key) return 0;
  const rule = rules[`${kind}.${field}`] ?? rules[field] ?? byType(kind, field);
  return rule(facts);
}

type Rule = (facts: ColumnFacts) => number;

const reference: Rule = ({ idLike, prose, time, url, json, length, isNumber }) =>
  json !== undefined || prose > 0.6 || url > 0.5 || length > 100
    ? 0
    : time !== undefined && !isNumber
      ? 0
      : time !== undefined // Numbers from 1,000,000,000 on may be ids as well as times.
        ? 0.7
        : idLike > 0.9
          ? 1
          : 0.6;

const key: Rule = (facts) =>
  reference(facts) *
  (facts.isUnique ? 1 : facts.values.size > facts.filled * 0.95 ? 0.5 : 0) *
  (facts.empty > facts.filled * 0.05 ? 0.3 : 1);

const name: Rule = ({ isNumber, time, url, json, length, isBoolean, path }) =>
  isNumber || time !== undefined || url > 0.3 || json !== undefined || length > 80
    ? 0
    : isBoolean || path > 0.5
      ? 0.2
      : 1;

const address: Rule = ({ url, path, json }) =>
  json !== undefined ? 0 : url > 0.5 ? 1 : path > 0.5 ? 0.8 : 0;

const time: Rule = ({ time: form }) => (form === undefined ? 0 : form.parts === 'clock' ? 0.4 : 1);

const words =
  (field: string): Rule =>
  ({ values, isBoolean, time: form }) => {
    if (values.size > 15 || form !== undefined) return 0;
    const { unknown } = valueMapOf(field, values.keys());
    // The type of a message follows from its other fields: a column without any known word for a type has another meaning.
    if (field === 'messageType' && unknown.length === values.size) return 0;
    if (unknown.length < values.size) return 1 - (0.5 * unknown.length) / values.size;
    return isBoolean ? 0.8 : 0.3;
  };

const text: Rule = ({ prose, isNumber, time: form, url, json, length, isBoolean, email }) =>
  isNumber || form !== undefined || json !== undefined || url > 0.8 || isBoolean || email > 0.8
    ? 0
    : prose > 0.2 || length > 25
      ? 1
      : 0.6;

const rules: Readonly<Record<string, Rule>> = {
  uid: reference,
  guid: reference,
  'users.uid': key,
  'groups.guid': key,
  muid: key,
  sender: reference,
  receiver: reference,
  owner: reference,
  name,
  description: ({ isNumber, time: form, json, isBoolean }) =>
    isNumber || form !== undefined || json !== undefined || isBoolean ? 0 : 1,
  avatar: address,
  icon: address,
  link: ({ url }) => (url > 0.5 ? 1 : 0),
  scope: words('scope'),
  'groups.type': words('type'),
  'messages.type': words('messageType'),
  receiverType: words('receiverType'),
  role: ({ values, filled, url, time: form, prose, isNumber }) =>
    isNumber ||
    url > 0.3 ||
    form !== undefined ||
    prose > 0.5 ||
    (values.size > 20 && values.size > filled / 3)
      ? 0
      : 1,
  isBanned: ({ values }) =>
    [...values.keys()].every((value) => spokenTruthOf(value) !== undefined) ? 1 : 0,
  reaction: ({ values, filled, length, isNumber, time: form, url, prose }) =>
    isNumber || form !== undefined || url > 0 || prose > 0 || length > limits.reactionLength
      ? 0
      : values.size < filled || filled < 3 || isEmoji(values.keys())
        ? 1
        : 0.5,
  'reactions.muid': reference,
  'data.attachments.0.extension': ({ values }) =>
    [...values.keys()].every((value) => /^\.?[a-z][a-z0-9]{1,5}$/i.test(value)) ? 1 : 0,
  text,
  'data.attachments.0.url': address,
  'data.attachments.0.name': ({ path, isNumber }) => (isNumber ? 0 : path > 0.3 ? 1 : 0.4),
  'data.attachments.0.size': ({ isNumber }) => (isNumber ? 1 : 0),
  'data.attachments.0.mimeType': ({ values }) =>
    [...values.keys()].every((value) => /^\w+\/[\w.+-]+$/.test(value)) ? 1 : 0,
  'data.metadata.parentMuid': reference,
  'data.metadata': ({ json }) => (json === 'object' ? 1 : 0),
};

function byType(kind: InputKind, field: string): Rule {
  const type = fields[kind][field]?.type;
  if (type === 'time') return time;
  if (type === 'json') return ({ json }) => (json === 'object' ? 1 : 0);
  if (type === 'tags')
    // A value that no two rows share is not a tag.
    return ({ json, prose, isNumber, isUnique, filled }) =>
      json === 'object' || isNumber || prose > 0.5 || (isUnique && filled > 2) ? 0 : 1;
  return () => 0.5;
}

/** Whether all values are emoji. */
export function isEmoji(values: Iterable<string>): boolean {
  return [...values].every((value) => /^\p{RGI_Emoji}$/v.test(value));
}
