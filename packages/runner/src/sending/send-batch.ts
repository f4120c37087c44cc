import type { AnswerAction, RetryAction, StopAction } from '../answers/answer-action.ts';
import { refusesAll } from '../answers/stop-reasons.ts';
import type { Route } from '../routes/route.ts';
import type { Trouble } from '../terms/trouble.ts';
import type { BatchProgress, OpenRecords } from './batch-progress.ts';
import { decide, type Incident, incidentOf, type Step } from './decide.ts';
import { exchange } from './exchange.ts';
import type { LaneIntent } from './lane-intent.ts';
import { probeService } from './liveness-probe.ts';
import { lookUp, needsLookUp } from './look-up.ts';
import { afterFailure, halves, only, type Part, remaining, singly, wholePart } from './part.ts';
import type { SendPorts } from './send-ports.ts';
import { TOO_LARGE } from './request-size.ts';
import { type StateBefore, stateBefore } from './state-before.ts';
import { pauseBeforeRetry } from './waiting.ts';

interface BatchContext {
  readonly progress: BatchProgress;
  readonly route: Route;
  readonly intent: LaneIntent;
  readonly ports: SendPorts;
}

/**
 * Sends records of a batch until the outcome of each is known, or has to stay unknown. The records go in the order of the
 * batch, even after the batch was cut into parts. For each part:
 *
 *   [1] look the part up, when the service would store it twice, or when other people may have created the removed record again
 *   [2] send the part: `exchange.ts`; right before, read what the service holds, when its answer does not report that
 *   [3] record the results of the records: `batch-progress.ts`
 *   [4] decide about the records that are left: the table in `decide.ts`
 *   [5] carry the decision out, and continue with the parts that are left
 *
 * @param due the positions of the records in the batch @returns milliseconds that the last answer took
 */
export async function sendBatch(due: readonly number[], context: BatchContext): Promise<number> {
  const { progress, route, ports } = context;
  const sender = new PartSender(context);
  const parts = route
    .requestsFor(progress.batch, due)
    .map((positions) =>
      wholePart({
        positions,
        attempts: progress.attempts,
        mayHaveLanded: route.isThere !== undefined && progress.mayBeThere(positions),
        isWantedAgain: route.keepsDoubtful !== true && progress.isWantedAgain(positions),
      }),
    )
    .toReversed();
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const left = await sender.send(part);
    parts.push(...left.toReversed());
    if (parts.length > 0) await progress.save(ports.clock.now());
  }
  return sender.answerMs;
}

class PartSender {
  /** Milliseconds that the last answer took; 0 without one. */
  answerMs = 0;
  readonly #progress: BatchProgress;
  readonly #route: Route;
  readonly #intent: LaneIntent;
  readonly #ports: SendPorts;

  constructor({ progress, route, intent, ports }: BatchContext) {
    this.#progress = progress;
    this.#route = route;
    this.#intent = intent;
    this.#ports = ports;
  }

  /** Sends a part once. @returns the parts still to be sent, in order @throws when the run is to end */
  async send(part: Part): Promise<readonly Part[]> {
    this.answerMs = 0;
    if (needsLookUp(part, this.#route)) {
      if (part.positions.length > 1) return singly(part);
      const left = await this.#lookUp(part);
      if (left !== 'send') return left;
    }
    const { batch } = this.#progress;
    const { requestSize, gate } = this.#ports.traffic;
    const request = await this.#route.request(batch, part.positions);
    const bytes = request.body?.length ?? 0;
    if (part.positions.length > 1 && !requestSize.fits(bytes)) return this.#split(part, TOO_LARGE);
    let before: StateBefore | undefined;
    const beforeSending = async (): Promise<boolean> => {
      before = await stateBefore(part, this.#progress, this.#route, this.#ports);
      // If the service has asked to wait meanwhile, the state that was read is too old.
      const isToSend = before.left === part && !gate.isHeld;
      if (isToSend) await this.#recordIntent(part);
      return isToSend;
    };
    const toSend = { batch, positions: part.positions, request, beforeSending };
    const exchanged = await exchange(this.#route, toSend, this.#ports);
    if (exchanged === undefined) return before!.left === undefined ? [] : [before!.left];
    const { action, answerMs } = exchanged;
    this.answerMs = answerMs;
    if (action.type === 'split' && action.because === 'too-large') requestSize.wasTooLarge(bytes);
    const sent = { ...part, attempts: part.attempts + 1 };
    return this.#afterAnswer(...(await before!.answered(sent, action)));
  }

  /** @returns the parts still to be sent; `send`: the part itself, now */
  async #lookUp(part: Part): Promise<readonly Part[] | 'send'> {
    const incident = await lookUp(part, this.#progress, this.#route, this.#ports);
    const step = await this.#decide(part, incident);
    return step === 'send' ? step : this.#carryOut(step, part, incident);
  }

  #recordIntent({ positions }: Part): Promise<void> {
    this.#progress.sent();
    const at = this.#ports.clock.now();
    return this.#route.sendsWholeBatches
      ? this.#progress.intendAll(positions, this.#intent, at)
      : this.#progress.intend(positions, at);
  }

  async #afterAnswer(part: Part, action: AnswerAction): Promise<readonly Part[]> {
    const { traffic, found, clock, stopController } = this.#ports;
    const { health } = traffic;
    const { batch } = this.#progress;
    if (action.type === 'all-created') {
      health.landed();
      found.landed.add(batch, part.positions[0]!);
      for (const position of part.positions) this.#progress.created(position);
      return [];
    }
    if (action.type !== 'results') return this.#afterIncident(part, action);

    const { results, stop } = action;
    const open = this.#progress.recordResults(part, results);
    const landed = results.findLastIndex(({ is }) => is === 'created' || is === 'present');
    if (landed >= 0) {
      health.landed();
      found.landed.add(batch, part.positions[landed]!);
    }
    if (stop !== undefined) {
      await this.#progress.save(clock.now());
      stopController.stopHere(stop);
    }
    if (open.size === 0) return [];
    const createdOthers = results.some(({ is }) => is === 'created');
    return this.#afterIncident(
      remaining(part, [...open.keys()], createdOthers),
      incidentOf(open.values()),
      open,
    );
  }

  async #afterIncident(
    part: Part,
    incident: Exclude<Incident, { type: 'looked-up' }>,
    open?: OpenRecords,
  ): Promise<readonly Part[]> {
    const tried =
      incident.type === 'retry'
        ? afterFailure(part, incident.mayHaveLanded, this.#ports.traffic.health.landings)
        : part;
    // The reason of a stop is stored with the run.
    if (incident.type !== 'stop') await this.#recordTrouble(tried, incident.trouble);
    const step = await this.#decide(tried, incident);
    if (incident.type === 'stop' && step !== 'stop')
      await this.#recordTrouble(tried, incident.trouble);
    return this.#carryOut(step, tried, incident, open);
  }

  async #recordTrouble({ positions }: Part, trouble: Trouble): Promise<void> {
    this.#progress.troubled(positions.length, trouble);
    await this.#progress.save(this.#ports.clock.now());
  }

  async #decide(part: Part, incident: Incident): Promise<Exclude<Step, 'probe'>> {
    const { health } = this.#ports.traffic;
    const situation = {
      incident,
      part,
      isRepeatable: this.#route.isRepeatable,
      othersLanded: part.landingsBefore !== undefined && health.landings > part.landingsBefore,
      blamesLeft: health.blamesLeft,
      probe: undefined,
    };
    const step = decide(situation);
    if (step !== 'probe') return step;
    const probe = await probeService(this.#progress, this.#ports);
    // Records that the service names may fail while it still recognises landed records.
    const isAboutRecords = incident.type === 'retry' && incident.source === 'records';
    if (probe === 'recognises' && !isAboutRecords) health.worked();
    return decide({ ...situation, probe }) as Exclude<Step, 'probe'>;
  }

  async #carryOut(
    step: Exclude<Step, 'probe'>,
    part: Part,
    incident: Incident,
    open?: OpenRecords,
  ): Promise<readonly Part[]> {
    const { traffic, stopController } = this.#ports;
    const { health } = traffic;
    const progress = this.#progress;
    const { trouble } = incident;
    const { positions, attempts } = part;
    switch (step) {
      case 'present':
        progress.present(positions[0]!, part);
        return [];
      case 'send-anew':
        return [{ ...part, mayHaveLanded: false, isWantedAgain: false }];
      case 'send':
      case 'send-again':
        return [part];
      case 'pause':
        await pauseBeforeRetry(part, incident as RetryAction, progress, this.#ports);
        return [part];
      case 'split':
        return this.#split(part, trouble);
      case 'failed':
        health.blamed(1);
        progress.failed(positions[0]!, trouble, attempts, incident.type === 'retry');
        return [];
      case 'unresolved':
        if (incident.type !== 'looked-up') health.blamed(1);
        progress.unresolved(positions[0]!, trouble, attempts);
        return [];
      case 'settle-each':
        health.blamed(positions.length);
        return only(part, progress.settleOpen(open!, attempts));
      case 'stop':
        return stopController.stopHere((incident as StopAction).reason);
      case 'stop-refusing':
        return stopController.stopHere(refusesAll(trouble));
    }
  }

  #split(part: Part, trouble: Trouble): readonly Part[] {
    const { kind, lane, seq } = this.#progress.batch;
    const [first, second] = halves(part);
    this.#ports.emit({
      type: 'split',
      kind,
      lane,
      seq,
      records: part.positions.length,
      into: [first.positions.length, second.positions.length],
      requests: this.#progress.requests,
      trouble,
    });
    return [first, second];
  }
}
