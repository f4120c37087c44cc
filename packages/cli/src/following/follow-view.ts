import { systemClock } from '@chatferry/client';
import { counted, type Kind, kinds } from '@chatferry/contract';
import type { FollowEvent, FollowOutcome } from '@chatferry/follow';
import { duration, utcSecond } from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import type { NextCommand } from '../printing/command-line.ts';
import type { Io } from '../terms/io.ts';
import { followEventJson } from './follow-event-json.ts';

/** Shows what a follower does: a line for each segment and each trouble, and nothing while nothing changes. */
export class FollowView {
  readonly #values: OptionValues;
  readonly #io: Io;
  readonly #next: NextCommand;
  /** The trouble that was shown last. */
  #trouble = '';

  constructor(values: OptionValues, io: Io, next: NextCommand) {
    this.#values = values;
    this.#io = io;
    this.#next = next;
  }

  show(event: FollowEvent): void {
    if (this.#values.json === true) return this.#io.out(followEventJson(event, systemClock.now()));
    if (event.type === 'failing') return this.#showTrouble(event);
    if (event.type !== 'sending') this.#trouble = '';
    const text = textOf(event);
    if (text !== undefined && this.#values.quiet !== true) this.#line(text);
  }

  stopping(): void {
    if (this.#values.quiet !== true)
      this.#io.err('Stopping after the requests in flight. Interrupt again to stop immediately.');
  }

  end({ reason, segments, waiting }: FollowOutcome, job: string): void {
    if (reason !== undefined && reason.code !== 'interrupted') {
      this.#io.err(reason.message);
      this.#io.err(reason.fix);
    }
    this.#io.out(`${job} has ${counted(segments, 'segment')}${waitingText(waiting)}.`);
    if (this.#values.quiet === true) return;
    this.#io.err(`Continue with: ${this.#next('follow')}`);
    this.#io.err(`See where it is: ${this.#next('status')}`);
  }

  /** A trouble that lasts is shown once. */
  #showTrouble({ lines, fix = '' }: Extract<FollowEvent, { type: 'failing' }>): void {
    const text = [...lines, fix].join(' ');
    if (text !== this.#trouble) this.#line(`${text} It is tried again.`);
    this.#trouble = text;
  }

  #line(text: string): void {
    this.#io.err(`${utcSecond(systemClock.now())} ${text}`);
  }
}

function waitingText(waiting: number): string {
  return waiting === 0 ? '' : `; ${counted(waiting, 'row')} waiting`;
}

function textOf(event: FollowEvent): string | undefined {
  if (event.type === 'warning') return event.text;
  if (event.type === 'begun') return `The first plan has ${counted(event.requests, 'request')}.`;
  if (event.type === 'following')
    return `Following ${event.sources.join(', ')}; the plan has ${counted(event.segments, 'segment')}.`;
  if (event.type === 'flushed') {
    const { segment, keys, waiting } = event;
    const records = segment === undefined ? 'nothing to send' : recordsText(segment.records);
    const name = segment === undefined ? '' : `segment ${segment.no}: `;
    return `${counted(keys, 'changed row')}, ${name}${records}${waitingText(waiting)}.`;
  }
  if (event.type !== 'settled') return undefined;
  const lag =
    event.lagMs === undefined ? '' : `, ${duration(event.lagMs)} after its first change was found`;
  return `Segment ${event.segment} is sent${lag}.`;
}

function recordsText(records: Readonly<Partial<Record<Kind, number>>>): string {
  const parts = Object.entries(records).map(([kind, number]) =>
    counted(number, ...kinds[kind as Kind].nouns),
  );
  return parts.length === 0 ? 'nothing to send' : parts.join(', ');
}
