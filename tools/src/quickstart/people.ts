import { DAY, type ForumUser } from './forum-records.ts';
import { firstNames, surnames, unusualNames } from './names.ts';
import type { Random } from './random.ts';
import { signatures, towns } from './small-talk.ts';

const PEOPLE = 324;
/** Handles from the forum's first years, before it asked for small letters; the service would not take them. */
const OLD_STYLE_EVERY = 23;

/** The forum's users in the order in which they came, the last dozens within the last months. */
export function people(random: Random, today: number): ForumUser[] {
  const named = handles(random);
  return named.map(([uid, name], index) => {
    const age = 1500 * (1 - index / named.length) ** 1.5;
    const createdAt = Math.round(today - (age + 3) * DAY + random.between(-40_000, 40_000));
    const hasLeft = index % 107 === 50;
    return {
      uid,
      name,
      ...(random.chance(0.6)
        ? { avatar: `https://files.tram-depot.example/avatars/${index + 1}.webp` }
        : {}),
      createdAt,
      ...(random.chance(0.8) ? { lastActiveAt: today - random.between(1, 100) * 3600 } : {}),
      metadata: metadata(index, random),
      ...(random.chance(0.3) ? { tags: random.some(userTags, random.between(1, 3)) } : {}),
      ...(hasLeft ? { deactivatedAt: today - random.between(160, 300) * DAY } : {}),
    };
  });
}

const userTags = ['workshop-card', 'helper', 'garden', 'choir', 'first-aid', 'family', 'driver'];

function handles(random: Random): [uid: string, name: string][] {
  const taken = new Map<string, string>(unusualNames);
  while (taken.size < PEOPLE) {
    const first = random.pick(firstNames);
    const last = random.pick(surnames);
    const isOldStyle = taken.size % OLD_STYLE_EVERY === 0;
    const handle = `${first}${isOldStyle ? '.' : '-'}${plain(last)}`;
    const uid = isOldStyle ? handle : handle.toLowerCase();
    if (!taken.has(uid)) taken.set(uid, `${first} ${last}`);
  }
  return random.some([...taken], taken.size);
}

/** Letters as a handle may have them. */
function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/[^A-Za-z]/g, '');
}

function metadata(index: number, random: Random): Record<string, unknown> {
  return {
    memberNumber: 1000 + index,
    quarter: random.pick(towns),
    ...(random.chance(0.4) ? { signature: random.pick(signatures) } : {}),
    ...(random.chance(0.2) ? { newsletter: random.chance(0.5) } : {}),
  };
}
