import { DAY, type ForumMember, type ForumMessage, type ForumUser } from './forum-records.ts';
import { enclosure } from './enclosures.ts';
import type { Random } from './random.ts';
import { anywhere, days, places, privateOpeners, privateReplies } from './small-talk.ts';
import { type Topic, topics } from './topics.ts';

const MESSAGES = 6000;
const GROUP_MESSAGES = 4700;
const DAYS_BACK = 150;

type Draft = Omit<ForumMessage, 'muid'>;

/** What was said over the last five months, exported conversation by conversation, numbered by time. */
export function conversations(
  users: readonly ForumUser[],
  members: readonly ForumMember[],
  random: Random,
  today: number,
): ForumMessage[] {
  const drafts: Draft[] = [];
  const shares = topics.map((topic) => topic.share + 0.1);
  const total = shares.reduce((sum, share) => sum + share, 0);
  let due = 0;
  for (const [index, topic] of topics.entries()) {
    due += (GROUP_MESSAGES * shares[index]!) / total;
    const speakers = speakersOf(topic, users, members);
    while (drafts.length < Math.round(due))
      drafts.push(...thread(topic, speakers, random, today, Math.round(due) - drafts.length));
  }
  while (drafts.length < MESSAGES)
    drafts.push(...chat(random.some(users, 2), random, today, MESSAGES - drafts.length));
  return numbered(drafts);
}

/** Numbers follow the time of sending, as in the old forum's database; the order stays. */
function numbered(drafts: readonly Draft[]): ForumMessage[] {
  const byTime = drafts.map((_, index) => index);
  byTime.sort((one, other) => drafts[one]!.sentAt - drafts[other]!.sentAt || one - other);
  const muids: string[] = [];
  for (const [place, index] of byTime.entries()) muids[index] = `post-${48_211 + place * 3}`;
  return drafts.map((draft, index) => ({ muid: muids[index]!, ...draft }));
}

interface Speaker {
  readonly user: ForumUser;
  /** UNIX seconds from which on the user can write in the group. */
  readonly from: number;
}

function speakersOf(
  topic: Topic,
  users: readonly ForumUser[],
  members: readonly ForumMember[],
): Speaker[] {
  const byUid = new Map(users.map((user) => [user.uid, user]));
  return members
    .filter((member) => member.guid === topic.guid && member.isBanned !== true)
    .map((member) => {
      const user = byUid.get(member.uid)!;
      return { user, from: Math.max(user.createdAt, member.joinedAt ?? 0) + 60 };
    });
}

function thread(
  topic: Topic,
  speakers: readonly Speaker[],
  random: Random,
  today: number,
  atMost: number,
): Draft[] {
  const begin = momentWithin(random, today);
  const present = speakers.filter((speaker) => speaker.from < begin).map(({ user }) => user);
  if (present.length < 2) return [];
  const talkers = random.some(present, random.between(2, 5));
  const length = Math.min(atMost, 1 + Math.floor(random.next() ** 2 * 11));

  const answers = random.some([...topic.replies, ...random.some(anywhere, 6)], length);
  let sentAt = begin;
  let sender = talkers[0]!;
  return Array.from({ length }, (_, place) => {
    if (place > 0) {
      sentAt = later(sentAt, random, today);
      sender = random.pick(talkers.filter((one) => one !== sender));
    }
    const others = talkers.filter((one) => one !== sender);
    const sentence = place === 0 ? random.pick(topic.openers) : coloured(answers[place]!, random);
    const text = filled(sentence, others, topic.things, random);
    return {
      sender: sender.uid,
      receiverType: 'group' as const,
      receiver: topic.guid,
      ...enclosure(topic.guid, text, place === 0, random),
      sentAt,
    };
  });
}

function chat(pair: readonly ForumUser[], random: Random, today: number, atMost: number): Draft[] {
  const begin = momentWithin(random, today);
  if (pair.some((user) => user.createdAt + 60 > begin)) return [];
  const length = Math.min(atMost, 2 + Math.floor(random.next() ** 2 * 14));

  const answers = random.some([...privateReplies, ...random.some(anywhere, 8)], length);
  let sentAt = begin;
  return Array.from({ length }, (_, place) => {
    const [sender, receiver] = place > 0 && random.chance(0.6) ? pair.toReversed() : pair;
    const sentence = place === 0 ? random.pick(privateOpeners) : coloured(answers[place]!, random);
    if (place > 0) sentAt = later(sentAt, random, today);
    const deliveredAt = Math.min(sentAt + random.between(0, 40), today - 1);
    return {
      sender: sender!.uid,
      receiverType: 'user' as const,
      receiver: receiver!.uid,
      category: 'message' as const,
      type: 'text',
      data: { text: filled(sentence, [receiver!], places, random) },
      sentAt,
      deliveredAt,
      ...(random.chance(0.9)
        ? { readAt: Math.min(deliveredAt + random.between(1, 9000), today - 1) }
        : {}),
    };
  });
}

/** A moment of the last months, in waking hours. */
function momentWithin(random: Random, today: number): number {
  return today - random.between(1, DAYS_BACK) * DAY + random.between(7 * 3600, 22 * 3600);
}

/** The time of the next message: mostly minutes, sometimes hours later, and not in the middle of the night. */
function later(sentAt: number, random: Random, today: number): number {
  const next = sentAt + random.between(15, 90) + Math.floor(random.next() ** 4 * 6 * 3600);
  const timeOfDay = next % DAY;
  const awake = timeOfDay < 6 * 3600 ? next - timeOfDay + random.between(6, 9) * 3600 : next;
  return Math.min(awake, today - 60);
}

/** People do not always write the bare sentence. */
function coloured(sentence: string, random: Random): string {
  const share = random.next();
  if (share < 0.12) return `{name}: ${sentence}`;
  if (share < 0.3) return `${sentence} ${random.pick(anywhere)}`;
  if (share < 0.38) return `${sentence} ${random.pick(['🙂', '😅', '🙏', '👍', '❤️'])}`;
  if (share < 0.44) return `${random.pick(['Hm.', 'Oh!', 'Well…', 'Hello all,'])} ${sentence}`;
  return sentence;
}

function filled(
  sentence: string,
  people: readonly ForumUser[],
  things: readonly string[],
  random: Random,
): string {
  const text = sentence.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    switch (slot) {
      case 'thing':
        return filled(random.pick(things), people, things, random);
      case 'day':
        return random.pick(days);
      case 'time':
        return `${random.between(8, 21)}:${random.pick(['00', '15', '30', '45'])}`;
      case 'place':
        return random.pick(places);
      case 'name':
        return firstWord(random.pick(people).name);
      default:
        return String(random.between(2, 24));
    }
  });
  return sentence.startsWith('{') ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function firstWord(name: string): string {
  return /\p{L}[\p{L}\p{M}]*/u.exec(name)?.[0] ?? name;
}
