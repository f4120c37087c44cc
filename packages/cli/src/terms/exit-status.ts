/** The exit statuses of the process; docs/exit-status.md has the same list. */
export const exitStatuses = {
  done: { status: 0, means: 'Everything was done; every record landed.' },
  losses: { status: 1, means: 'Finished, but some records were rejected, failed or are missing.' },
  refused: {
    status: 2,
    means:
      'Nothing was done: wrong usage, configuration or input, or a job folder that cannot be used.',
  },
  stopped: {
    status: 3,
    means: 'The work had to stop: key refused, too many failures, service gone, disk full.',
  },
  bug: { status: 4, means: 'An error inside chatferry.' },
  interrupted: {
    status: 130,
    means: 'Stopped by Ctrl-C, SIGTERM or SIGHUP; the same command continues.',
  },
} as const satisfies Record<string, { status: number; means: string }>;

export type CommandOutcome = keyof typeof exitStatuses;
export type ExitStatus = (typeof exitStatuses)[CommandOutcome]['status'];

export function statusOf(outcome: CommandOutcome): ExitStatus {
  return exitStatuses[outcome].status;
}
