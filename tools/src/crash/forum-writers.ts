import { setTimeout } from 'node:timers/promises';
import type { FollowedServer } from '../databases/followed-servers.ts';
import type { Random } from '../generate/random.ts';

const now = Math.floor(Date.now() / 1000) - 100_000;

const [PEOPLE, ROOMS, POSTS] = [200, 40, 5000];

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A membership has the same date whenever it is added: the service returns the date, which proves that the membership is this one. */
const seat = (room: number, person: number): string =>
  `(${room}, ${person}, 'participant', ${now + room * PEOPLE + person})`;

/** The tables of a forum, and their first rows. */
export const FORUM: string = `
  CREATE TABLE people (id bigint PRIMARY KEY, name varchar(100), left_at bigint);
  CREATE TABLE rooms (id bigint PRIMARY KEY, title varchar(100));
  CREATE TABLE seats (room bigint, person bigint, scope varchar(20), since bigint, PRIMARY KEY (room, person));
  CREATE TABLE posts (id bigint PRIMARY KEY, room bigint, author bigint, sent bigint, body varchar(1000));
  INSERT INTO people VALUES ${numbers(PEOPLE)
    .map((id) => `(${id}, 'Person ${id}', NULL)`)
    .join(', ')};
  INSERT INTO rooms VALUES ${numbers(ROOMS)
    .map((id) => `(${id}, 'Room ${id}')`)
    .join(', ')};
  INSERT INTO seats VALUES ${numbers(ROOMS)
    .flatMap((room) => [0, 1, 2].map((more) => seat(room, ((room + more) % PEOPLE) + 1)))
    .join(', ')};
  INSERT INTO posts VALUES ${numbers(POSTS)
    .map((id) => `(${id}, ${(id % ROOMS) + 1}, ${(id % PEOPLE) + 1}, ${now + id}, 'post ${id}')`)
    .join(', ')};
`;

/** The mapping of the rows to records. A message contains the title of its room. */
export const forumKinds = {
  users: {
    query: 'SELECT id, name, left_at FROM people',
    columns: { id: 'uid', left_at: 'deactivatedAt' },
  },
  groups: {
    query: 'SELECT id, title FROM rooms',
    columns: { id: 'guid', title: 'name' },
    constants: { type: 'public' },
  },
  members: {
    query: 'SELECT * FROM seats',
    columns: { room: 'guid', person: 'uid', since: 'joinedAt' },
  },
  messages: {
    query:
      'SELECT p.id, p.author, p.room, p.sent, p.body, r.title FROM posts p JOIN rooms r ON r.id = p.room',
    columns: {
      id: 'muid',
      author: 'sender',
      room: 'receiver',
      sent: 'sentAt',
      body: 'text',
      title: 'data.metadata.title',
    },
    constants: { receiverType: 'group' },
  },
} as const;

/** People with larger numbers leave and come back. They write nothing: the service accepts nothing from users who have left. */
const ACTIVE = 150;

const WRITERS = 3;

/** Changes the forum like people and programs until it is stopped, also in transactions that are rolled back. */
export class ForumWriters {
  readonly #server: FollowedServer;
  readonly #random: Random;
  readonly #mostPauseMs: number;
  #nextPost = POSTS + 1;
  #nextPerson = PEOPLE + 1;
  #isWriting = false;
  #writers: Promise<void>[] = [];
  /** Completed changes. */
  count = 0;
  /** Changes that failed because the server was down. */
  failed = 0;

  /** @param mostPauseMs the longest pause between two changes of a writer; without pauses they may write faster than a follower sends */
  constructor(server: FollowedServer, random: Random, mostPauseMs = 25) {
    this.#server = server;
    this.#random = random;
    this.#mostPauseMs = mostPauseMs;
  }

  start(): void {
    this.#isWriting = true;
    this.#writers = numbers(WRITERS).map(() => this.#write());
  }

  async stop(): Promise<void> {
    this.#isWriting = false;
    await Promise.all(this.#writers);
  }

  async #write(): Promise<void> {
    while (this.#isWriting) {
      const random = this.#random;
      try {
        for (const [sql, pauseMs] of this.#next()) {
          await this.#server.exec(sql);
          await setTimeout(pauseMs);
        }
        this.count++;
      } catch {
        this.failed++;
        await setTimeout(200);
      }
      await setTimeout(random.between(0, this.#mostPauseMs));
    }
  }

  /** The statements of a change, each with the pause after it. */
  #next(): readonly (readonly [sql: string, pauseMs: number])[] {
    const random = this.#random;
    const chance = random.next();
    const [room, person] = [random.between(1, ROOMS), random.between(1, ACTIVE)];
    const anyPost = random.between(1, this.#nextPost - 1);
    const post = (author: number, body: string): string => {
      const id = this.#nextPost++;
      return `INSERT INTO posts VALUES (${id}, ${room}, ${author}, ${now + POSTS + id}, '${body}')`;
    };
    if (chance < 0.45) return [[post(person, 'new'), 0]];
    if (chance < 0.53) {
      const late = this.#nextPerson++;
      return [
        [post(late, 'before its sender'), random.between(0, 500)],
        [`INSERT INTO people VALUES (${late}, 'Late', NULL)`, 0],
      ];
    }
    if (chance < 0.68)
      return [[`UPDATE posts SET body = 'edit ${random.next()}' WHERE id = ${anyPost}`, 0]];
    if (chance < 0.75) return [[`DELETE FROM posts WHERE id = ${anyPost}`, 0]];
    if (chance < 0.82)
      return [[`UPDATE people SET name = 'n${random.next()}' WHERE id = ${person}`, 0]];
    // The new title edits all messages of the room.
    if (chance < 0.822)
      return [[`UPDATE rooms SET title = 't${random.next()}' WHERE id = ${room}`, 0]];
    if (chance < 0.86)
      return [
        [
          `UPDATE posts SET id = ${this.#nextPost++} WHERE id = ${random.between(1, POSTS)} AND author <= ${ACTIVE}`,
          0,
        ],
      ];
    if (chance < 0.9)
      return [
        [`DELETE FROM seats WHERE room = ${room} AND person = ${person}`, 0],
        [`INSERT INTO seats VALUES ${seat(room, person)}`, 0],
      ];
    if (chance < 0.93)
      return [[`DELETE FROM seats WHERE room = ${room} AND person % 7 = ${person % 7}`, 0]];
    if (chance < 0.95)
      return [
        [
          `UPDATE people SET left_at = ${random.chance(0.5) ? now : 'NULL'} WHERE id = ${random.between(ACTIVE + 1, PEOPLE)}`,
          0,
        ],
      ];
    const many = numbers(60).map(() => post(person, 'many'));
    return [[`BEGIN; ${many.join('; ')}; ${random.chance(0.3) ? 'ROLLBACK' : 'COMMIT'}`, 0]];
  }
}
