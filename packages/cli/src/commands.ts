import type { CommandTable } from './arguments/command.ts';

/** Every command, in the order of the overview. */
export const commands: CommandTable = {
  init: {
    summary:
      'Look at the files, propose how their rows become records, and write a configuration to edit.',
    positionals: 'INPUT…',
    load: async () => (await import('./commands/init.ts')).init,
  },
  plan: {
    summary: 'Check the input and report what would be sent: the dry run. Needs no key.',
    positionals: '[INPUT…]',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  media: {
    summary:
      'Count, copy and prove the files that records point to, before the old system is switched off.',
    positionals: 'check|copy|verify [JOB|INPUT…|DIR]',
    load: async () => (await import('./commands/media.ts')).media,
  },
  run: {
    summary: 'Send the plan; the same command resumes a run that stopped.',
    load: async () => (await import('./commands/run.ts')).run,
  },
  import: {
    summary: 'Plan, then send unless more rows were rejected than --max-rejects allows.',
    positionals: '[INPUT…]',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  follow: {
    summary: 'Follow databases: find what changes in them, and send it until the cut-over.',
    load: async () => (await import('./commands/follow.ts')).follow,
  },
  'cut-over': {
    summary: 'Stop writing in the legacy system, send and compare the rest, and open the app.',
    load: async () => (await import('./commands/cut-over.ts')).cutOver,
  },
  status: {
    summary: 'Show the progress of a run, also from another terminal.',
    positionals: '[JOB]',
    load: async () => (await import('./commands/status.ts')).status,
  },
  verify: {
    summary: 'Compare the content of the service with the plan, field by field.',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  export: {
    summary: 'Read an app whole into files that plan takes; the same command continues.',
    positionals: 'DIR',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  explain: {
    summary: 'Show everything about one record: its source, how it was sent, and its outcome.',
    positionals: 'KIND:ID',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  view: {
    summary:
      'Show the job, or a draft, in a browser of this machine: progress, problems and conversations.',
    positionals: '[JOB|DRAFT]',
    load: async () => (await import('./commands/view.ts')).view,
  },
  check: {
    summary: 'Check the whole job folder, and report what is damaged and how to fix it.',
    load: async () => (await import('./commands/check.ts')).check,
  },
  retry: {
    summary:
      'Send only the records that failed, were skipped, are unresolved or were found missing.',
    load: async () => (await import('./commands/retry.ts')).retry,
  },
  repair: {
    summary: 'Make the service hold what was planned: send what is missing, update what differs.',
    load: async () => (await import('./commands/repair.ts')).repair,
  },
  undo: {
    summary: 'Remove for good what this job created in the app, and nothing else.',
    positionals: '[APP]',
    load: async () => (await import('./commands/undo.ts')).undo,
  },
  pause: {
    summary: 'Pause a run before its next request, from another terminal.',
    positionals: '[JOB]',
    load: async () => (await import('./commands/pause.ts')).pause,
  },
  resume: {
    summary: 'Resume a paused run.',
    positionals: '[JOB]',
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  rate: {
    summary: 'Change the quota of a run, in requests per minute, from another terminal.',
    positionals: 'N|unlimited|default [JOB]',
    load: async () => (await import('./commands/rate.ts')).rate,
  },
  store: {
    summary: 'Create or update the tables of a store: the PostgreSQL database for ledgers.',
    positionals: 'migrate',
    load: async () => (await import('./commands/store.ts')).store,
  },
  ledger: {
    summary: 'Move the ledger of a job from a store into the job folder, or the other way.',
    positionals: 'export|import [JOB]',
    load: async () => (await import('./commands/ledger.ts')).ledger,
  },
  submit: {
    summary: 'Give jobs to workers: each PLAN is sent to the app.',
    positionals: 'PLAN…',
    load: async () => (await import('./commands/submit.ts')).submit,
  },
  worker: {
    summary: 'Send the jobs of a pool, together with other workers.',
    load: async () => (await import('./commands/worker.ts')).worker,
  },
  cancel: {
    summary: 'End the work on a job that workers send.',
    positionals: 'JOB',
    load: async () => (await import('./commands/cancel.ts')).cancel,
  },
  serve: {
    summary: 'Start the local service, which replaces the hosted service in rehearsals.',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  completion: {
    summary: 'Print the script that makes a shell complete commands, options and their values.',
    positionals: 'bash|zsh|fish',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  man: {
    summary: 'Print the manual page, which has every command and option.',
    load: async () => (await import('./commands/man.ts')).man,
  },
  version: {
    summary: 'Print the version of chatferry.',
    load: async () => (await import('./commands/version.ts')).version,
  },
};
