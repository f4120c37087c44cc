import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { type GroupEvent, isSelf } from './group-events.ts';
import { guidOf } from './ids.ts';
import type { ChatName } from './chat-names.ts';
import { cleanName, type People, type Person } from './people.ts';

/** Words that are not a name in a line such as `Ann added a poll`. */
const noName = /^(?:an?|the|this) |^\d+ \S/i;

/** A chat of one or several files. Complete when all lines are read. */
export class Conversation {
  readonly guid: string;
  /** The number of the conversation in the export. */
  readonly order: number;
  readonly place: Place;
  #title: string;
  readonly #isNamed: boolean;
  readonly #me: string | undefined;
  readonly #people: People;
  /** The people who wrote, by id. */
  readonly #writers = new Map<string, Person>();
  /** The people who are in the group, each with the record that shows it; false for people who left. */
  readonly #members = new Map<string, { place: Place; isIn: boolean }>();
  /** The senders that iOS shows before lines of WhatsApp: the group, or the other person. */
  readonly #namesOfLines = new Set<string>();
  #isGroup = false;
  #pair: readonly [Person, Person] | undefined;

  /** @param key see `keysOf` @param me the person who exported, if the user names this person */
  constructor(
    order: number,
    key: string,
    { title, isOwn }: ChatName,
    place: Place,
    people: People,
    me: string | undefined,
  ) {
    this.order = order;
    this.guid = guidOf(key);
    this.#title = title;
    this.#isNamed = isOwn;
    this.place = place;
    this.#people = people;
    this.#me = me;
  }

  addWriter(person: Person, place: Place): void {
    this.#writers.set(person.uid, person);
    this.#note(person, place, true);
  }

  addNameOfLine(name: string): void {
    this.#namesOfLines.add(cleanName(name));
  }

  addEvent(event: GroupEvent, place: Place, seconds: number): void {
    this.#isGroup = true;
    const title = 'title' in event ? event.title : undefined;
    if (title !== undefined && !this.#isNamed) this.#title = title;
    if (event.is === 'named') return;
    const add = (name: string, isIn: boolean): void => {
      if (noName.test(name)) return;
      const shown = isSelf(name) ? this.#me : name;
      if (shown !== undefined) this.#note(this.#people.add(shown, place, seconds), place, isIn);
    };
    if (event.is === 'created') add(event.by, true);
    else {
      if (event.is === 'joined' && event.by !== undefined) add(event.by, true);
      for (const name of event.names) add(name, event.is === 'joined');
    }
  }

  /** The two people of a conversation that is not a group; undefined for a group. */
  get pair(): readonly [Person, Person] | undefined {
    return this.#pair;
  }

  /** Whether the person who exported wrote in the conversation. */
  get isOfMe(): boolean {
    const me = this.#me === undefined ? undefined : this.#people.find(this.#me);
    return me !== undefined && this.#writers.has(me.uid);
  }

  /** Decides whether the conversation is a group. Call it when all lines are read. */
  finish(): void {
    const [one, other, ...more] = this.#writers.values();
    if (this.#isGroup || one === undefined || more.length > 0) return;
    if (other === undefined) this.#pair = this.#pairOfOne(one);
    else if (this.#isOfBoth(one, other)) this.#pair = [one, other];
  }

  /** Whether nothing shows a third person: the exporting person is in each chat, and iOS names the other person before its own lines. */
  #isOfBoth(one: Person, other: Person): boolean {
    const isOne = (name: string): boolean => {
      const key = this.#people.find(name)?.key;
      return key === one.key || key === other.key;
    };
    return (this.#me === undefined || this.isOfMe) && [...this.#namesOfLines].every(isOne);
  }

  /** The pair when only one of two people wrote. The title is the other person's name in the exporting person's address book. */
  #pairOfOne(one: Person): readonly [Person, Person] | undefined {
    if (this.#me === undefined) return undefined;
    if (this.isOfMe) {
      const [title, people] = [this.#title, this.#people];
      return this.#isNamed ? [one, people.add(title, this.place, 0)] : undefined;
    }
    const isOther = this.#people.find(this.#title)?.uid === one.uid;
    return isOther ? [one, this.#people.add(this.#me, this.place, 0)] : undefined;
  }

  write(out: ExportRows): void {
    if (this.pair !== undefined || this.#members.size === 0) return;
    const { guid, place } = this;
    out.row('groups', place, { guid, name: this.#people.shownName(this.#title), type: 'private' });
    for (const [uid, { place: at, isIn }] of this.#members)
      if (isIn) out.row('members', at, { guid, uid });
  }

  #note({ uid }: Person, place: Place, isIn: boolean): void {
    const known = this.#members.get(uid);
    if (known === undefined) this.#members.set(uid, { place, isIn });
    else known.isIn = isIn;
  }
}
