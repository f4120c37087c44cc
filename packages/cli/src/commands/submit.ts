import { runOptions } from '../arguments/option-groups.ts';
import { readConfiguration } from '@chatferry/configuration';
import { limits } from '@chatferry/contract';
import { jobFolder, knownTarget, type JobFolder } from '@chatferry/job/planned';
import { type JobTarget, movedLedger, placeOf, rememberedDestination } from '@chatferry/runner';
import type { JobSettings } from '@chatferry/fleet';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { command } from '../arguments/command.ts';
import { settingsFrom } from '../configuration/settings.ts';
import { jobTargetFrom } from '../configuration/target.ts';
import { quoted } from '@chatferry/output/printing/quoted';
import { print } from '@chatferry/output/printing/print';
import { Refusal } from '@chatferry/contract/refusal';
import { runOptionsFrom } from '../running/run-settings.ts';
import { nextInStore } from '../store/operate-jobs.ts';
import { planCacheFolder } from '../store/plan-cache-folder.ts';
import { requiredStore } from '../store/store-address.ts';
import { withStore } from '../store/with-store.ts';

/** The highest rate in requests a minute at which one worker, and so one shift, is enough for a job. */
const ONE_SHIFT = 120;
const SPREAD = 4;

export const submit = command({
  details: [
    'A PLAN is a job folder, the file of a plan, or an https address of one. Workers need it at the same place, so a path has to be on a volume that they share.',
    'Given again, a job changes nothing. The name of the job is printed.',
  ],
  options: [
    'store',
    'config',
    ...runOptions,
    'pool',
    'plan-cache',
    'spread',
    'allow-chat',
    'codes-only',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, given, io) => {
    if (given.length === 0)
      throw new Refusal('There is no plan to submit.', 'Give a job folder, or the file of a plan.');
    requiredStore(values.store, io.env);
    const configuration = await readConfiguration(values.config);
    const setting = settingsFrom(values, configuration, io.env);
    const {
      allowsLive: _,
      removesHolder: __,
      goesWithHolder: ___,
      ...settings
    } = runOptionsFrom(setting, configuration);
    const pool = values.pool ?? 'default';
    const next = nextInStore(values.store!, io);
    await withStore(values.store, io.env, async (store, fleet) => {
      await using queue = await fleet.BossQueue.open(store, pool, false);
      const plans = new fleet.PlanCache({ folder: planCacheFolder(values), env: io.env });
      for (const each of given) {
        const location = locationOf(each);
        const beside = jobFolder(path.dirname(location));
        const folder = beside.plan === location ? beside : undefined;
        const target = jobTargetFrom(setting, () => knownTarget(beside, undefined));
        refuseBegun(beside, target);
        const { source, plan: opened } = await plans.describe(location);
        using plan = opened;
        const { name, is } = await fleet.submit(store, queue, {
          plan,
          source,
          target,
          folder,
          settings: { ...settings, codesOnly: values['codes-only'] },
          pool,
          spread: values.spread ?? spreadFor(settings),
          allowsLive: values.yes === true,
          allowsChat: values['allow-chat'] === true,
        });
        if (folder === undefined && plan.summary.delta !== undefined && values.quiet !== true)
          io.err(withoutFolder);
        if (is !== 'given' && values.quiet !== true && values.json !== true) io.err(notes[is]);
        const commands = [next('status', quoted(name)), next('worker')];
        print({ type: 'submitted', job: name, is, next: commands }, [name], values, io);
      }
    });
    return 'done';
  },
});

const withoutFolder =
  'This plan comes after another job, whose folder does not know that it is sent. Do not run, retry or repair that job once workers have begun.';

const notes = {
  there: 'The workers have had this job before: nothing has changed.',
  changed: 'The job was stopped. It is sent with these settings when it is resumed.',
} as const;

/** A job with a ledger in its job folder must continue with this ledger. @throws {Refusal} */
function refuseBegun({ ledger, path: folder }: JobFolder, target: JobTarget): void {
  if (!existsSync(ledger) || movedLedger(ledger) !== undefined) return;
  const before = rememberedDestination(ledger)?.target;
  if (before === undefined || placeOf(before) !== placeOf(target)) return;
  throw new Refusal(
    `The job folder ${folder} has the ledger of this job.`,
    'Move it into the store first: chatferry ledger import --store ADDRESS.',
  );
}

function locationOf(given: string): string {
  if (/^https?:\/\//.test(given)) return given;
  const whole = path.resolve(given);
  if (!existsSync(whole) || !statSync(whole).isDirectory()) return whole;
  return jobFolder(whole).plan;
}

function spreadFor({ requestsPerMinute }: JobSettings): number {
  const rate =
    typeof requestsPerMinute === 'object' ? limits.importRequestsPerMinute : requestsPerMinute;
  return rate !== 'unlimited' && rate <= ONE_SHIFT ? 1 : SPREAD;
}
