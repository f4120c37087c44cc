import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  cutOver,
  type CutOverEvent,
  type CutOverOptions,
  type CutOverOutcome,
} from '../../src/index.ts';
import { type FollowRig, KilledError } from './follow-rig.ts';

/** How a cut-over went. */
export interface CutOverNight extends CutOverOutcome {
  readonly events: readonly CutOverEvent[];
  /** The types of its events, each once in a row, without those of rounds. */
  readonly story: readonly string[];
}

const quiet: ReadonlySet<string> = new Set(['reconciled', 'flushed', 'sending', 'settled']);

/** Commands of the operator, which note in files who can write. */
export class NightRig {
  readonly #rig: FollowRig;

  constructor(rig: FollowRig) {
    this.#rig = rig;
  }

  #file(name: string): string {
    return path.join(this.#rig.folder, name);
  }

  get commands(): { readonly freeze: string; readonly thaw: string; readonly open: string } {
    const said = (what: string): string => `echo ${what} >> '${this.#file('said')}'`;
    return {
      freeze: `${said('freeze')}; touch '${this.#file('closed')}'`,
      thaw: `${said('thaw')}; rm -f '${this.#file('closed')}'`,
      open: `${said('open')}; touch '${this.#file('opened')}'`,
    };
  }

  /** Where people can write. */
  get writable(): { readonly legacy: boolean; readonly app: boolean } {
    return { legacy: !existsSync(this.#file('closed')), app: existsSync(this.#file('opened')) };
  }

  /** The commands that have run. */
  get said(): readonly string[] {
    const file = this.#file('said');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  options(changed: Partial<CutOverOptions> = {}): CutOverOptions {
    const {
      after: _after,
      isOnce: _once,
      editMessages: _e,
      removesGone: _r,
      ...shared
    } = this.#rig.options();
    return { ...shared, everyMs: 50, commands: this.commands, ...changed };
  }

  /** @param onEvent may end the process: nothing is done after an event for which it returns false */
  async cutOver(
    changed: Partial<CutOverOptions> = {},
    onEvent: (event: CutOverEvent) => unknown = () => {},
    cutting: typeof cutOver = cutOver,
  ): Promise<CutOverNight> {
    const events: CutOverEvent[] = [];
    const running = cutting(this.options(changed));
    let outcome: CutOverOutcome | undefined;
    for (;;) {
      const next = await running.next();
      if (next.done === true) {
        outcome = next.value;
        break;
      }
      events.push(next.value);
      if ((await onEvent(next.value)) === false) {
        await running.return(undefined as never);
        throw new KilledError();
      }
    }
    const types = events.map(({ type }) => type).filter((type) => !quiet.has(type));
    const story = types.filter((type, index) => type !== types[index - 1]);
    return { ...outcome, events, story };
  }
}
