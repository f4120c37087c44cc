import type { AskAgain, Fate, Stop, Verdict } from '../answers/verdict.ts';
import type { Route } from '../routes/route.ts';
import type { Trouble } from '../run-event.ts';
import type { StopReason } from '../stop-reason.ts';
import type { BatchProgress } from './batch-progress.ts';
import { exchange } from './exchange.ts';
import { lookUp } from './look-up.ts';
import { nextStep } from './next-step.ts';
import { halves, type Part } from './part.ts';
import { rest, restAfterTrouble } from './patience.ts';
import type { SendPorts } from './send-ports.ts';
import { serviceWorks } from './service-works.ts';

/** Answers in a row that leave a record open, after which its outcome stays unknown. */
const ASKED = 3;

const TOO_LARGE: Trouble = {
  code: 'HTTP 413',
  message: 'The service takes only smaller requests.',
};

const SENT_ONCE =
  'The message was sent once and no clear answer came. It is not sent again by itself, so as not to stand there twice; `chatferry retry` looks once more and then sends it.';

const NOT_FOUND: Trouble = {
  code: 'NOT_FOUND_AFTER_SENDING',
  message: `${SENT_ONCE} It is not in its conversation.`,
};

const NOT_TO_BE_FOUND: Trouble = {
  code: 'NO_LOOK_UP',
  message: `${SENT_ONCE} Its conversation cannot be read.`,
};

/** Sends parts of one batch, and turns what the answers mean into marks and further parts. */
export class PartSender {
  readonly #progress: BatchProgress;
  readonly #route: Route;
  readonly #ports: SendPorts;
  #answerMs = 0;

  constructor(progress: BatchProgress, route: Route, ports: SendPorts) {
    this.#progress = progress;
    this.#route = route;
    this.#ports = ports;
  }

  /** Milliseconds that the last answer took. */
  get answerMs(): number {
    return this.#answerMs;
  }

  /**
   * Sends a part once.
   * @returns what is left to be sent of it, in order
   * @throws when the run is to end
   */
  async send(part: Part): Promise<Part[]> {
    if (part.mayHaveLanded && !this.#route.isRepeatable) return this.#lookUp(part);
    const { requestSize, clock } = this.#ports;
    const { batch } = this.#progress;
    const { positions } = part;
    const request = this.#route.request(batch, positions);
    const bytes = request.body.length;
    if (positions.length > 1 && !requestSize.fits(bytes)) return this.#cut(part, TOO_LARGE);
    const { verdict, answerMs } = await exchange(
      this.#route,
      {
        batch,
        positions,
        request,
        beforeSending: () => {
          this.#progress.sent();
          return this.#progress.intend(positions, clock.now());
        },
      },
      this.#ports,
    );
    this.#answerMs = answerMs;
    if (verdict.says === 'cut' && verdict.because === 'too-large') requestSize.wasTooLarge(bytes);
    return this.#act({ ...part, attempts: part.attempts + 1 }, verdict);
  }

  #act(part: Part, verdict: Verdict): Part[] | Promise<Part[]> {
    switch (verdict.says) {
      case 'all-created':
        return this.#onAllCreated(part);
      case 'fates':
        return this.#onFates(part, verdict.fates, verdict.stop);
      case 'wait':
        // All lanes wait already.
        this.#progress.troubled(part.positions.length, verdict.trouble);
        return [part];
      case 'again':
        return this.#onTrouble(part, verdict);
      case 'cut':
        return this.#onRefusal(part, verdict.trouble);
      case 'stop':
        return this.#onStop(part, verdict);
    }
  }

  #onAllCreated({ positions }: Part): Part[] {
    const { health, witness } = this.#ports;
    health.worked();
    witness.landed(this.#progress.batch, positions[0]!);
    for (const position of positions) this.#progress.created(position);
    return [];
  }

  async #onFates(
    part: Part,
    fates: readonly Fate[],
    stop: StopReason | undefined,
  ): Promise<Part[]> {
    const { health, clock } = this.#ports;
    health.worked();
    const open = part.positions.filter((position, index) =>
      this.#isOpen(part, position, fates[index]!),
    );
    if (stop !== undefined) {
      await this.#progress.save(clock.now());
      this.#stop(stop);
    }
    if (open.length === 0) return [];
    // Each round that settles some of them is progress.
    const failures = open.length < part.positions.length ? 1 : part.failures + 1;
    const openFates = fates.filter((fate) => fate.is === 'open');
    if (failures >= ASKED) {
      for (const [index, position] of open.entries())
        this.#leaveOpen(position, openFates[index]!, part.attempts);
      return [];
    }
    const { trouble } = openFates[0]!;
    this.#progress.troubled(open.length, trouble);
    await this.#progress.save(clock.now());
    const left = { ...part, positions: open, failures, mayHaveLanded: true };
    await rest(left, trouble, this.#progress, this.#ports);
    return [left];
  }

  /** Notes what became of a record. @returns whether that is still open */
  #isOpen(part: Part, position: number, fate: Fate): boolean {
    switch (fate.is) {
      case 'created':
        this.#progress.created(position);
        this.#ports.witness.landed(this.#progress.batch, position);
        return false;
      case 'present':
        this.#progress.present(position, part);
        this.#ports.witness.landed(this.#progress.batch, position);
        return false;
      case 'failed':
        this.#progress.failed(position, fate.trouble, part.attempts, false);
        return false;
      case 'open':
        return true;
    }
  }

  #leaveOpen(position: number, fate: Fate & { is: 'open' }, attempts: number): void {
    if (fate.mentioned) this.#progress.failed(position, fate.trouble, attempts, true);
    else this.#progress.unresolved(position, fate.trouble, attempts);
  }

  async #onTrouble(part: Part, verdict: AskAgain): Promise<Part[]> {
    const { health, clock } = this.#ports;
    const failed: Part = {
      ...part,
      failures: part.failures + 1,
      mayHaveLanded: part.mayHaveLanded || verdict.mayHaveLanded,
      goodAnswersBefore: part.goodAnswersBefore ?? health.goodAnswers,
    };
    this.#progress.troubled(part.positions.length, verdict.trouble);
    await this.#progress.save(clock.now());
    const step = this.#route.isRepeatable ? await this.#nextStep(failed, verdict) : 'again';
    switch (step) {
      case 'again':
      case 'find-witness':
        await restAfterTrouble(failed, verdict, this.#progress, this.#ports);
        return [failed];
      case 'cut':
        return this.#cut(failed, verdict.trouble);
      case 'failed':
        this.#blame(failed, verdict.trouble, true);
        return [];
      case 'unresolved':
        this.#progress.unresolved(failed.positions[0]!, verdict.trouble, failed.attempts);
        return [];
    }
  }

  async #nextStep(part: Part, verdict: AskAgain): Promise<ReturnType<typeof nextStep>> {
    const { health } = this.#ports;
    const step = nextStep(part, verdict, health.goodAnswers > part.goodAnswersBefore!);
    if (step !== 'find-witness') return step;
    const otherwise = verdict.source === 'service' && health.mayBlame;
    const works = await serviceWorks(this.#progress, this.#ports, otherwise);
    return works ? nextStep(part, verdict, true) : 'again';
  }

  async #onRefusal(part: Part, trouble: Trouble): Promise<Part[]> {
    const { health, clock } = this.#ports;
    this.#progress.troubled(part.positions.length, trouble);
    await this.#progress.save(clock.now());
    if (part.positions.length > 1) return this.#cut(part, trouble);
    if (!health.mayBlame && !(await serviceWorks(this.#progress, this.#ports, false)))
      this.#stop({
        code: 'request-refused',
        message: `The service refuses one record after the other, the last with ${trouble.code}: ${trouble.message}`,
        fix: 'Look into errors.jsonl for what they have in common, correct it and plan again.',
      });
    this.#blame(part, trouble, false);
    return [];
  }

  async #onStop(part: Part, { reason, certain, trouble }: Stop): Promise<Part[]> {
    if (certain || !(await serviceWorks(this.#progress, this.#ports, false))) this.#stop(reason);
    return this.#onRefusal(part, trouble);
  }

  /** Of a record that must not be sent twice, settles whether the one time it was sent it landed. */
  async #lookUp(part: Part): Promise<Part[]> {
    const position = part.positions[0]!;
    const found = await lookUp(position, this.#progress, this.#route, this.#ports);
    switch (found) {
      case 'there':
        this.#ports.health.worked();
        this.#progress.present(position, part);
        return [];
      case 'absent':
        this.#ports.health.worked();
        if (part.isWantedAgain) return [{ ...part, mayHaveLanded: false, isWantedAgain: false }];
        this.#progress.unresolved(position, NOT_FOUND, part.attempts);
        return [];
      case 'unknown':
        this.#progress.unresolved(position, NOT_TO_BE_FOUND, part.attempts);
        return [];
      default:
        if (found.says === 'stop') return this.#stop(found.reason);
        await restAfterTrouble(
          { ...part, failures: part.failures + 1 },
          found,
          this.#progress,
          this.#ports,
        );
        return [{ ...part, failures: part.failures + 1 }];
    }
  }

  #blame({ positions, attempts }: Part, trouble: Trouble, mayHaveLanded: boolean): void {
    this.#ports.health.blamed();
    this.#progress.failed(positions[0]!, trouble, attempts, mayHaveLanded);
  }

  #cut(part: Part, trouble: Trouble): Part[] {
    const { kind, lane, seq } = this.#progress.batch;
    const parts = halves(part);
    const [first, second] = parts;
    this.#ports.tell({
      type: 'split',
      kind,
      lane,
      seq,
      records: part.positions.length,
      into: [first.positions.length, second.positions.length],
      requests: this.#progress.requests,
      trouble,
    });
    return parts;
  }

  #stop(reason: StopReason): never {
    const { halt } = this.#ports;
    halt.stop(reason);
    throw halt.finishing.reason;
  }
}
