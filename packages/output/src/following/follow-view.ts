import { systemClock } from '@chatferry/client';
import { differencesText, differentText, fallingBehindText } from '../running/follow-texts.ts';
import { count, counted, type Kind, kinds } from '@chatferry/contract';
import type { FollowEvent, FollowOutcome } from '@chatferry/follow';
import { duration } from '@chatferry/job/planned';
import type { NextCommand } from '../printing/next-command.ts';
import { type Live, live } from '../screens/live.ts';
import type { PrintedForm, Io } from '../terms/io.ts';
import { afterEvent, followDrawing, type FollowProgress } from './follow-drawing.ts';
import { followEventJson } from './follow-event-json.ts';

/** Shows a follower: as a drawing, or as a line for each segment and each trouble. */
export class FollowView implements Disposable {
  readonly #form: PrintedForm;
  readonly #io: Io;
  readonly #next: NextCommand;
  readonly #title: string;
  #progress: FollowProgress = {
    startedAt: systemClock.now(),
    sources: [],
    changed: 0,
    segments: 0,
    waiting: 0,
  };
  #live: Live | undefined;

  constructor(form: PrintedForm, io: Io, { next, title }: { next: NextCommand; title: string }) {
    this.#form = form;
    this.#io = io;
    this.#next = next;
    this.#title = title;
  }

  show(event: FollowEvent): void {
    const before = this.#progress;
    this.#progress = afterEvent(this.#progress, event, systemClock.now());
    if (this.#form.json === true) return this.#io.out(followEventJson(event, systemClock.now()));
    const shown = (this.#live ??= live(this.#io, this.#form, {
      drawing: (frame) => followDrawing(this.#progress, this.#title, frame),
      line: () => undefined,
      isKept: true,
    }));
    if (event.type === 'warning') this.#io.err(event.text);
    // A lasting trouble is printed once.
    else if (event.type === 'failing') {
      if (before.failing?.text !== this.#progress.failing?.text)
        this.#print(`${troubleText(event)} It is tried again.`, shown);
    } else if (event.type === 'not-compared') {
      if (before.app?.notCompared !== this.#progress.app?.notCompared)
        shown.changed(`Not compared with the app: ${event.lines.join(' ')} It is tried again.`);
    } else if (event.type === 'app-compared') {
      const text = comparedText(event, before.app);
      if (event.compared.differing.length > 0) this.#print(text!, shown);
      else shown.changed(text);
    } else shown.changed(textOf(event));
  }

  stopping(): void {
    this.#live?.stopping('stopping after the requests in flight; Ctrl-C again drops them');
  }

  end({ reason, segments, waiting, failed, different }: FollowOutcome, job: string): void {
    this[Symbol.dispose]();
    if (reason !== undefined && reason.code !== 'interrupted') {
      this.#io.err(reason.message);
      this.#io.err(reason.fix);
    }
    this.#io.out(`${job} has ${counted(segments, 'segment')}${waitingText(waiting)}.`);
    if (failed > 0)
      this.#io.out(
        `${counted(failed, 'record')} did not land. Send what failed again with: ${this.#next('retry')}`,
      );
    if (different > 0) this.#io.out(`${differentText(different)}.`);
    if (this.#form.quiet === true) return;
    if (different > 0) {
      this.#io.err(`List what differs with: ${this.#next('verify')}`);
      this.#io.err(`Correct it with: ${this.#next('repair')}`);
    }
    this.#io.err(`Continue with: ${this.#next('follow')}`);
    this.#io.err(`See where it is: ${this.#next('status')}`);
  }

  [Symbol.dispose](): void {
    this.#live?.[Symbol.dispose]();
    this.#live = undefined;
  }

  /** Prints what the operator has to know, also with `--quiet`. */
  #print(text: string, shown: Live): void {
    if (this.#form.quiet === true) this.#io.err(text);
    else shown.changed(text);
  }
}

function troubleText({
  lines,
  fix = '',
}: Pick<Extract<FollowEvent, { type: 'failing' }>, 'lines' | 'fix'>): string {
  return [...lines, fix].join(' ');
}

/** @returns undefined when everything is as planned, as it was before */
function comparedText(
  { to, different, compared: { differing } }: Extract<FollowEvent, { type: 'app-compared' }>,
  before: FollowProgress['app'],
): string | undefined {
  const compared = `Compared with the app up to segment ${count(to)}:`;
  if (differing.length > 0)
    return `${compared} ${differentText(different)}: ${differencesText(differing)}. chatferry verify lists all that differs; stop this, and chatferry repair corrects it.`;
  const isNews = before !== undefined && (before.different > 0 || before.notCompared !== undefined);
  return isNews && different === 0 ? `${compared} all is as planned.` : undefined;
}

function waitingText(waiting: number): string {
  return waiting === 0 ? '' : `; ${counted(waiting, 'row')} waiting`;
}

function textOf(event: Exclude<FollowEvent, { type: 'app-compared' }>): string | undefined {
  if (event.type === 'begun') return `The first plan has ${counted(event.requests, 'request')}.`;
  if (event.type === 'following')
    return `Following ${event.sources.join(', ')}; the plan has ${counted(event.segments, 'segment')}${waitingText(event.waiting)}.${event.different === 0 ? '' : ` ${differentText(event.different)}.`}`;
  if (event.type === 'flushed') {
    const { segment, keys, waiting } = event;
    const records = segment === undefined ? 'nothing to send' : recordsText(segment.records);
    const name = segment === undefined ? '' : `segment ${segment.no}: `;
    return `${counted(keys, 'changed row')}, ${name}${records}${waitingText(waiting)}.`;
  }
  if (event.type === 'falling-behind') return fallingBehindText(event);
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
