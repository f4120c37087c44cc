import type { DatabaseSync } from 'node:sqlite';
import type { FollowedServer } from '../databases/followed-servers.ts';
import { rowsOfDifferingRanges } from './differing-ranges.ts';

/** The most differences to show of each kind. */
const SHOWN = 10;

/** For each kind: queries of the records that the app should hold according to the forum, and of the records that it holds. */
const compared = [
  {
    name: 'users',
    legacy: `SELECT id, name, CASE WHEN left_at IS NULL THEN 'here' ELSE 'left' END AS state FROM people`,
    app: `SELECT uid, name, iif(deactivated_at IS NULL, 'here', 'left') FROM users`,
    // A user whom the forum has deleted is deactivated in the app.
    isLeft: (key: string, [, state]: readonly string[]) => state === 'left' && key !== '',
  },
  {
    name: 'groups',
    legacy: 'SELECT id, title FROM rooms',
    app: 'SELECT guid, name FROM groups',
    isLeft: () => false,
  },
  {
    name: 'members',
    legacy: `SELECT concat(room, ' ', person), scope FROM seats`,
    app: `SELECT guid || ' ' || uid, scope FROM members`,
    isLeft: () => false,
  },
  {
    name: 'messages',
    legacy: `SELECT p.id, p.author, p.room, p.body, r.title FROM posts p JOIN rooms r ON r.id = p.room JOIN people a ON a.id = p.author`,
    // All messages together may not fit in memory.
    ranges: { key: 'p.id', last: 'SELECT max(id) FROM posts' },
    app: `SELECT muid, sender, receiver, data ->> 'text', data ->> '$.metadata.title' FROM messages WHERE category <> 'action'`,
    isLeft: () => false,
  },
] as const;

/** Records that are missing, different, extra or duplicated in the app. */
export async function forumMistakes(
  server: FollowedServer,
  app: DatabaseSync,
  log: (line: string) => void,
): Promise<readonly string[]> {
  const mistakes: string[] = [];
  for (const each of compared) {
    const { name, legacy, app: held, isLeft } = each;
    const statement = app.prepare(held);
    statement.setReturnArrays(true);
    const heldRows = () => statement.iterate() as unknown as Iterable<readonly unknown[]>;
    const rows =
      'ranges' in each
        ? await rowsOfDifferingRanges({
            last: Number((await server.rows(each.ranges.last))[0]![0] ?? 0),
            legacy: (from, to) =>
              server.rows(
                `${legacy} WHERE ${each.ranges.key} >= ${from} AND ${each.ranges.key} < ${to}`,
              ),
            app: heldRows,
          })
        : bothOf(await server.rows(legacy), [...heldRows()]);
    const is = mapOf(rows.is);
    const doubled = rows.is.length - is.size;
    const should = mapOf(rows.should);
    const missing = [...should.keys()].filter((key) => !is.has(key));
    const differing = [...should].filter(
      ([key, value]) => is.has(key) && String(is.get(key)) !== String(value),
    );
    const extra = [...is].filter(([key, value]) => !should.has(key) && !isLeft(key, value));
    log(
      `${name}: ${rows.count} rows; ${missing.length} missing, ${differing.length} differing, ${extra.length} extra, ${doubled} doubled`,
    );
    mistakes.push(
      ...missing.slice(0, SHOWN).map((key) => `${name}: ${key} is missing`),
      ...differing
        .slice(0, SHOWN)
        .map(([key, value]) => `${name}: ${key} is ${String(is.get(key))}, not ${String(value)}`),
      ...extra
        .slice(0, SHOWN)
        .map(([key, value]) => `${name}: ${key} is too much: ${String(value)}`),
      ...(doubled === 0 ? [] : [`${name}: ${doubled} are there twice`]),
    );
  }
  return mistakes;
}

function bothOf<Row>(should: readonly Row[], is: readonly Row[]) {
  return { count: should.length, should, is };
}

function mapOf(rows: readonly (readonly unknown[])[]): Map<string, readonly string[]> {
  return new Map(rows.map(([key, ...values]) => [String(key), values.map(String)]));
}
