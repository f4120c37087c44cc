import type { AttachmentHost, PlanSummary } from '@chatferry/planner';

interface Hosts {
  /** Hosts that send the files as long as the hosts run. */
  readonly reachable: readonly AttachmentHost[];
  /** Hosts with files that they do not send without a signature, and the number of these files. */
  readonly unreachable: readonly AttachmentHost[];
}

/** The hosts of attachments by whether they send the files; a host can be in both. Hosts of copies are left out. */
export function attachmentHostsOf({
  attachmentHosts: all,
  media,
}: Pick<PlanSummary, 'attachmentHosts' | 'media'>): Hosts {
  const hosts = all.filter(({ host }) => media?.hosts.includes(host) !== true);
  const some = (numberOf: (host: AttachmentHost) => number): AttachmentHost[] =>
    hosts
      .map((each) => ({ host: each.host, attachments: numberOf(each) }))
      .filter(({ attachments }) => attachments > 0);
  return {
    reachable: some(({ attachments, unreachable = 0 }) => attachments - unreachable),
    unreachable: some(({ unreachable = 0 }) => unreachable),
  };
}
