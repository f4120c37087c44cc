import type { Row } from '@chatferry/contract';
import { object } from '../../reading/values.ts';
import { TimeSorter } from '../../rows/time-sorter.ts';
import { muidOf, muidPart } from './ids.ts';
import type { TextSpan } from './plain-text.ts';

/** The post that a reply replies to. */
export interface RootPost {
  /** Its number in the store, from 0. */
  readonly number: number;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly user: string;
}

export interface NewPost {
  readonly line: number;
  /** See `conversationOf`. */
  readonly conversation: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly user: string;
  readonly root?: RootPost | undefined;
  /** A line of the export, or the JSON of a reply or of a post that has replies. */
  readonly json: Uint8Array | string;
  readonly isLine: boolean;
  /** See `plainText`. */
  readonly text?: TextSpan | undefined;
}

export interface StoredPost {
  readonly line: number;
  readonly conversation: string;
  readonly createdAt: number;
  readonly user: string;
  readonly muid: string;
  /** The post to which a reply replies. */
  readonly root: { readonly muid: string; readonly createdAt: number } | undefined;
  readonly post: Row;
  /** The post as the export contains it; valid until the next post is taken. */
  readonly json: Uint8Array;
}

const NUMBERS = 11;
const NONE = -1;

/** More than the number of users. */
const USERS = 2 ** 26;

/** Posts on disk, because their lines are not in the order of their times. */
export class PostStore implements Disposable {
  readonly #sorter: TimeSorter;
  readonly #names = new NumberedNames();
  #posts = 0;

  constructor(file: string) {
    this.#sorter = new TimeSorter(file, NUMBERS);
  }

  /** @returns its number */
  add({ line, conversation, createdAt, user, root, json, isLine, text }: NewPost): number {
    const number = this.#posts++;
    const rootCreatedAt = root?.createdAt ?? 0;
    this.#sorter.add(
      Math.max(createdAt, rootCreatedAt), // A reply is never earlier than its first post.
      [
        number,
        line,
        this.#names.numberOf(conversation),
        createdAt,
        this.#names.numberOf(user),
        root?.number ?? NONE,
        rootCreatedAt,
        root === undefined ? NONE : this.#names.numberOf(root.user),
        isLine ? 1 : 0,
        text?.start ?? NONE,
        text?.end ?? NONE,
      ],
      json,
    );
    return number;
  }

  /** Posts in the order of their times. A reply never comes before its first post. */
  *inOrder(): Generator<StoredPost> {
    const ordinals = new Ordinals();
    for (const { time, numbers, bytes } of this.#sorter.inOrder()) {
      const [number, line, conversationNo, createdAt, userNo, rootNo, rootAt, rootUserNo] =
        numbers as [number, number, number, number, number, number, number, number];
      const conversation = this.#names.of(conversationNo);
      const user = this.#names.of(userNo);
      const isEarly = createdAt < time;
      const key = isEarly
        ? `${conversationNo} ${userNo} ${createdAt}`
        : conversationNo * USERS + userNo;
      const ordinal = ordinals.next(time, key, number);
      const rootAtTime = isEarly ? time : undefined;
      yield {
        line,
        conversation: conversation.name,
        createdAt,
        user: user.name,
        muid: muidOf(conversation.part, user.part, createdAt, rootAtTime, ordinal),
        root:
          rootNo === NONE
            ? undefined
            : {
                createdAt: rootAt,
                muid: muidOf(
                  conversation.part,
                  this.#names.of(rootUserNo).part,
                  rootAt,
                  undefined,
                  ordinals.of(rootNo),
                ),
              },
        post: postIn(bytes, numbers),
        json: bytes,
      };
    }
  }

  [Symbol.dispose](): void {
    this.#sorter[Symbol.dispose]();
  }
}

function postIn(bytes: Buffer, numbers: readonly number[]): Row {
  const [isLine, start, end] = numbers.slice(-3) as [number, number, number];
  if (start !== NONE) return { message: bytes.toString('utf8', start, end) };
  const found = object(JSON.parse(bytes.toString()));
  return isLine === 1 ? object(found[String(found['type'])]) : found;
}

/** A name that many posts share. */
interface SharedName {
  readonly name: string;
  /** See `muidPart`. */
  readonly part: string;
}

class NumberedNames {
  readonly #numbers = new Map<string, number>();
  readonly #names: SharedName[] = [];

  numberOf(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.push({ name, part: muidPart(name) }) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }

  of(number: number): SharedName {
    return this.#names[number]!;
  }
}

/** Numbers posts of one user with the same time in one conversation. */
class Ordinals {
  #time = NONE;
  readonly #counts = new Map<number | string, number>();
  /** The numbers of posts that are not the first of their time. */
  readonly #others = new Map<number, number>();

  next(time: number, key: number | string, number: number): number {
    if (time !== this.#time) this.#counts.clear();
    this.#time = time;
    const ordinal = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, ordinal);
    if (ordinal > 1) this.#others.set(number, ordinal);
    return ordinal;
  }

  /** The number that a post has already got. */
  of(number: number): number {
    return this.#others.get(number) ?? 1;
  }
}
