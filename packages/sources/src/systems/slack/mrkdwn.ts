/** Resolves the references in a text. */
export interface TextNames {
  /** The text of a mention of a user. */
  readonly mention: (userId: string) => string;
  readonly channelName: (channelId: string) => string | undefined;
}

const token = /<([^<>]+)>/g;
const userReference = /^@([UW][A-Z0-9]+)(?:\|(.*))?$/s;
const channelReference = /^#([CGD][A-Z0-9]+)(?:\|(.*))?$/s;
const command = /^!([a-z]+)(?:\^([^|]*))?(?:\|(.*))?$/s;

/** Announcements of renames have this id instead of the user's id. */
const NO_USER = 'U00';

/** The text of a message: references resolved, then entities decoded once. Formatting characters stay. */
export function plainText(mrkdwn: string, names: TextNames): string {
  let found = '';
  let at = 0;
  for (const match of mrkdwn.matchAll(token)) {
    found += decoded(mrkdwn.slice(at, match.index)) + resolved(match[1]!, names);
    at = match.index + match[0].length;
  }
  return found + decoded(mrkdwn.slice(at));
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Decodes the three entities that Slack writes, each once: `&amp;lt;` becomes `&lt;`. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:lt|gt|amp);/g, (entity) => entities[entity]!);
}

function resolved(reference: string, names: TextNames): string {
  const [, user, userLabel] = userReference.exec(reference) ?? [];
  if (user !== undefined) {
    if (user === NO_USER) return userLabel === undefined ? '' : `@${decoded(userLabel)}`;
    return names.mention(user);
  }
  const [, channel, channelLabel = ''] = channelReference.exec(reference) ?? [];
  if (channel !== undefined)
    return `#${channelLabel === '' ? (names.channelName(channel) ?? channel) : decoded(channelLabel)}`;
  const [, word, argument, label = ''] = command.exec(reference) ?? [];
  if (word !== undefined) return decoded(commandText(word, argument, label));
  return link(reference);
}

function commandText(word: string, argument: string | undefined, label: string): string {
  if (word === 'subteam') return label === '' ? `@${argument ?? word}` : label;
  if (['here', 'channel', 'everyone', 'group'].includes(word)) return `@${word}`;
  return label === '' ? word : label;
}

function link(reference: string): string {
  const bar = reference.indexOf('|');
  const address = decoded(bar < 0 ? reference : reference.slice(0, bar));
  const label = bar < 0 ? '' : decoded(reference.slice(bar + 1));
  if (address.startsWith('mailto:')) return label === '' ? address.slice('mailto:'.length) : label;
  return label === '' || label === address ? address : `${label} (${address})`;
}
