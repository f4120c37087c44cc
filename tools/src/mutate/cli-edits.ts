import type { Edit } from './edit.ts';

const src = 'packages/cli/src';
const test = 'packages/cli/test';

/** Edits of the commands: their status, what they print, and the keys that they find. */
export const cliEdits: readonly Edit[] = [
  {
    file: `${src}/commands/repair.ts`,
    find: "outcome === 'finds-more' ? 'losses' : outcome",
    replace: "outcome === 'finds-more' ? 'done' : outcome",
    effect: 'a repair that still finds differences after two rounds ends with status 0',
    tests: [`${test}/repair.test.ts`],
  },
  {
    file: `${src}/store/worker-keys.ts`,
    find: "replaceAll('-', '_')",
    replace: "replace('-', '_')",
    effect: 'the key of an app whose id has two dashes is not found',
    tests: [`${test}/worker-keys.test.ts`],
  },
  {
    file: `${src}/commands/status.ts`,
    find: 'found.holder === undefined ? undefined : readProgress(job.progress)',
    replace: 'readProgress(job.progress)',
    effect: 'status shows the pace and the wait of a run that was killed',
    tests: [`${test}/status.test.ts`],
  },
  {
    file: `${src}/printing/printable.ts`,
    find: '\\u2028-\\u202e',
    replace: '\\u202a-\\u202e',
    effect: 'a text with U+2028 or U+2029 reaches the terminal',
    tests: [`${test}/printable.test.ts`],
  },
  {
    file: `${src}/commands/worker.ts`,
    find: 'stopNow: interruption.now,',
    replace: 'stopNow: interruption.finish,',
    effect: 'SIGTERM drops the requests of a worker that are in flight',
    tests: [`${test}/fleet.test.ts`],
  },
  {
    file: `${src}/commands/submit.ts`,
    find: "allowsChat: values['allow-chat'] === true",
    replace: 'allowsChat: values.yes === true',
    effect:
      '--yes lets workers send messages through the chat API, which stores one twice that is sent twice',
    tests: [`${test}/fleet.test.ts`],
  },
  {
    file: `${src}/commands/submit.ts`,
    find: 'placeOf(before) !== placeOf(target)',
    replace: 'before.appId !== target.appId',
    effect: 'the ledger of an app refuses the submission for an app of the same id elsewhere',
    tests: [`${test}/fleet.test.ts`],
  },
  {
    file: `${src}/commands/rate.ts`,
    find: 'fleet.setJobRate(store, name, requestsPerMinute)',
    replace: 'fleet.setJobRate(store, undefined, requestsPerMinute)',
    effect: 'the rate of one job is set for all',
    tests: [`${test}/fleet.test.ts`],
  },
  {
    file: `${src}/commands/ledger.ts`,
    find: 'using _ = lockJob(job.path, systemClock.now());',
    replace: '',
    effect: 'a ledger is moved during a run',
    tests: [`${test}/store.test.ts`],
  },
  {
    file: `${src}/commands/check.ts`,
    find: 'sound: findings.length === 0',
    replace: 'sound: damage.length === 0',
    effect: 'check --json calls a job sound of which a list was changed',
    tests: [`${test}/check.test.ts`],
  },
  {
    file: `${src}/repairing/send-repair.ts`,
    find: "return stop.aborted && outcome !== 'stopped' ? 'interrupted' : outcome;",
    replace: 'return outcome;',
    effect: 'a repair continues that was interrupted during the last request of a part',
    tests: [`${test}/interrupts.test.ts`],
  },
  {
    file: `${src}/running/run-and-report.ts`,
    find: 'stop = { finish: interruption.finish, now: interruption.now }',
    replace: 'stop = { finish: interruption.finish, now: interruption.finish }',
    effect: 'Ctrl-C drops the requests that are in flight',
    tests: [`${test}/interrupts.test.ts`],
  },
  {
    file: `${src}/run-process.ts`,
    find: 'if (isStopping || isHungUp) return;',
    replace: 'if (isStopping) return;',
    effect: 'the closing of a terminal counts as two signals, and requests in flight are dropped',
    tests: [`${test}/stopping.test.ts`],
  },
  {
    file: `${src}/running/run-settings.ts`,
    find: "setting('shared-quota') ?? defaults.sharedQuota",
    replace: "setting('shared-quota') || defaults.sharedQuota",
    effect: '--no-shared-quota is ignored',
    tests: [`${test}/settings.test.ts`],
  },
  {
    file: `${src}/configuration/settings.ts`,
    find: 'if (values[name] !== undefined) return values[name];',
    replace: 'if (values[name]) return values[name];',
    effect: 'a 0 on the command line gives way to the configuration',
    tests: [`${test}/settings.test.ts`],
  },
  {
    file: `${src}/configuration/target.ts`,
    find: "if (configured !== undefined) return expand(configured, env, 'apiKey in the configuration');\n  const key = env[KEY_VARIABLE];",
    replace:
      "const key =\n    env[KEY_VARIABLE] ??\n    (configured && expand(configured, env, 'apiKey in the configuration'));",
    effect: 'the key of another app is taken although the configuration names one',
    tests: [`${test}/configuration.test.ts`],
  },
  {
    file: `${src}/printing/command-line.ts`,
    find: 'const isGiven = target.some(',
    replace: 'const isGiven = target.every(',
    effect: 'a suggested command names the region of another app',
    tests: [`${test}/printing.test.ts`],
  },
  {
    file: `${src}/running/progress-lines.ts`,
    find: 'Math.floor((part / whole) * 100)',
    replace: 'Math.round((part / whole) * 100)',
    effect: 'a run shows 100 % before all is sent',
    tests: [`${test}/progress.test.ts`],
  },
  {
    file: `${src}/store/job-table.ts`,
    find: "['created', 'present', 'failed', 'skipped', 'unresolved'] as const",
    replace: "['created', 'present', 'failed', 'skipped'] as const",
    effect: 'unresolved records of a fleet are not shown',
    tests: [`${test}/job-table.test.ts`],
  },
  {
    file: `${src}/running/quota-in-force.ts`,
    find: 'if (earlier !== undefined)\n    return `Quota',
    replace: 'if (earlier)\n    return `Quota',
    effect: 'a run that a rate of 0 holds says that it has the usual quota',
    tests: [`${test}/quota.test.ts`],
  },
  {
    file: 'packages/cli/src/store/with-store.ts',
    find: 'await fleet.checkVersion(store);',
    replace: 'void fleet.checkVersion(store);',
    effect: 'a command works with a store of another version',
    tests: ['packages/cli/test/store.test.ts'],
  },
  {
    file: 'packages/cli/src/store/worker-log.ts',
    find: 'return logEvent(log.child({ worker, job, app, ...(kind && { kind }), part }), event.event);',
    replace:
      'return log.child({ worker, job, app, ...(kind && { kind }), part }).info(event.event);',
    effect: 'the log of a worker contains sentences of the service, which may quote people',
    tests: ['packages/cli/test/worker-lines.test.ts'],
  },
  {
    file: 'packages/cli/src/commands/repair.ts',
    find: "return statusOf(outcome === 'finds-more' ? 'losses' : outcome);",
    replace:
      "return statusOf(outcome === 'finds-more' ? 'losses' : first === 'finds-more' ? 'done' : outcome);",
    effect: 'a repair whose second part was stopped ends with status 0',
    tests: ['packages/cli/test/repair.test.ts'],
  },
  {
    file: 'packages/cli/src/commands/worker.ts',
    find: '      ending: stop,\n',
    replace: '',
    effect: 'a worker that is to end waits an hour for a lost store',
    tests: ['packages/cli/test/fleet.test.ts'],
  },
];
