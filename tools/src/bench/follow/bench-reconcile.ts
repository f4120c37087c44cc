import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { followedServers } from '../../databases/followed-servers.ts';
import { ServiceProcess } from '../../processes/service-process.ts';
import { printTable, thousands } from '../print-table.ts';
import {
  FollowedForum,
  SMALL_ROOM,
  SMALL_ROOM_POSTS,
  type FollowedStep,
} from './followed-forum.ts';

/** The memory limit of each step, the first plan included. */
const MOST_MIB = 256;

/** The number of new rows. */
const NEW = 1000;

/** The number of edits, spread over all rows, and of deletions until a freeze. */
const [EDITS, DELETIONS] = [30, 4];

/** Statements for one change of each sort: an edit, a deletion, a new key, a title that messages contain, a leaving person, and new rows. */
function changes(rows: number): string {
  return `
    ${newPosts(rows)}
    UPDATE posts SET body = 'edited' WHERE id = ${Math.floor(rows / 2)};
    DELETE FROM posts WHERE id = ${Math.floor(rows / 3)};
    UPDATE posts SET id = ${rows + NEW + 10} WHERE id = ${Math.floor(rows / 4)};
    INSERT INTO rooms VALUES (1000, 'Empty'); INSERT INTO people VALUES (5000, 'Late', NULL);
    INSERT INTO seats VALUES (1000, 5000, 'participant', ${Math.floor(Date.now() / 1000) - 60});
    UPDATE people SET left_at = ${Math.floor(Date.now() / 1000) - 60} WHERE id = 7;`;
}

/** A statement that inserts rows with keys after `after`, of people who do not leave. */
function newPosts(after: number): string {
  const posts = Array.from({ length: NEW }, (_, index) => {
    const id = after + 1 + index;
    return `(${id}, 1, ${(index % 1000) + 10}, ${Math.floor(Date.now() / 1000) - 3600 + index}, 'new ${index}', 0)`;
  });
  return `INSERT INTO posts VALUES ${posts.join(', ')};`;
}

/** Statements that edit posts, with another text each time, and delete posts. */
function editedPosts(rows: number): string {
  return `
    UPDATE posts SET body = concat('edited at ', now()) WHERE id % ${Math.floor(rows / EDITS)} = 1 AND id <= ${rows};
    DELETE FROM posts WHERE id IN (SELECT id FROM (SELECT id FROM posts WHERE id > ${Math.floor(rows / 2)} ORDER BY id LIMIT ${DELETIONS}) AS gone);`;
}

/**
 * Measures how long a follower takes to find the changes in large tables, and checks that it finds all of them; and what it does when every
 * row changes but no record. The messages of the bulk are not sent: `sendQuickly` writes them into the ledger and the local service.
 */
export async function benchReconcile(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      server: { type: 'string', default: 'postgres' },
      touched: { type: 'string', default: '1000000' },
      'cut-over': { type: 'boolean', default: false },
    },
  });
  if (!(values.server in followedServers))
    throw new RangeError(`--server ${values.server} is not postgres or mysql.`);
  const lines: string[][] = [];
  const nights: string[][] = [];
  for (const each of values.rows.split(',')) {
    const found = await measured(
      Number(each),
      values.server as keyof typeof followedServers,
      Number(values.touched),
      values['cut-over'],
    );
    lines.push(...found.lines);
    nights.push(...found.nights);
  }
  console.log(`A follower of ${values.server}, each time as a process of its own:\n`);
  printTable(['', 'rows', 'seconds', 'peak MiB', 'needed', 'requests', 'mistakes'], lines);
  if (nights.length === 0) return;
  console.log('\nA cut-over of it, seconds:\n');
  printTable(
    [
      'rows',
      'round',
      'frozen → drained',
      '→ verified',
      'people could not write',
      'freeze as long as the deadline',
      'mistakes',
    ],
    nights,
  );
}

interface Lines {
  readonly lines: string[][];
  readonly nights: string[][];
}

async function measured(
  rows: number,
  system: keyof typeof followedServers,
  mostTouched: number,
  cutsOver: boolean,
): Promise<Lines> {
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-bench-'));
  await using server = await followedServers[system](temporary.path);
  await using service = new ServiceProcess(temporary.path);
  const forum = await FollowedForum.open(temporary.path, rows, server, service);
  const lines: string[][] = [];
  const step = async (name: string, sql: string): Promise<FollowedStep> => {
    console.error(name);
    if (sql !== '') await server.exec(sql);
    const taken = await forum.follow();
    const { seconds, peakRssMiB, requests } = taken;
    // Without requests the app is unchanged, so it need not be compared.
    const mistakes = requests === 0 ? '' : String((await forum.mistakes()).length);
    const line = [
      name,
      thousands(rows),
      seconds.toFixed(1),
      String(peakRssMiB),
      `< ${MOST_MIB}`,
      thousands(requests),
      mistakes,
    ];
    console.error(line.join('  '));
    lines.push(line);
    return taken;
  };
  await step('the first plan', '');
  await step('nothing changed', '');
  await step(`${thousands(NEW)} new rows, and a change of each sort`, changes(rows));
  await step(
    `a title that ${thousands(SMALL_ROOM_POSTS)} messages have`,
    `UPDATE rooms SET title = 'New title' WHERE id = ${SMALL_ROOM}`,
  );
  const all = Math.min(rows, mostTouched);
  const touched = `UPDATE posts SET views = views + 1 WHERE id <= ${all}`;
  await step(`${thousands(all)} rows, and none of their records`, touched);
  if (!cutsOver) return { lines, nights: [] };
  let from = 2 * rows;
  const { round, drained, verified, closed, late } = await forum.cutOver(async () => {
    await server.exec(newPosts(from) + editedPosts(rows));
    from += NEW;
  });
  const { length } = await forum.mistakes();
  const night = [thousands(rows), round, drained, verified, closed, late, String(length)];
  return { lines, nights: [night] };
}
