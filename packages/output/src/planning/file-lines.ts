import { count, counted } from '@chatferry/contract';
import { attachmentHostsOf } from '@chatferry/job/planned';
import type { AttachmentHost, PlanSummary } from '@chatferry/planner';

const SHOWN = 5;

/** Addresses of copies, and files without a copy by cause, if the plan uses a media map. */
export function mediaLines({ media }: Pick<PlanSummary, 'media'>): string[] {
  if (media === undefined) return [];
  const { mapped, unmapped } = media;
  const missing = unmapped.reduce((sum, { addresses }) => sum + addresses, 0);
  const causes = unmapped
    .slice(0, SHOWN)
    .map(({ cause, addresses }) => `${cause} ${count(addresses)}`);
  const more = unmapped.length > SHOWN ? ', …' : '';
  return [
    `Files: ${counted(mapped, 'address', 'addresses')} of copies${missing === 0 ? '' : `, ${count(missing)} without a copy (${causes.join(', ')}${more})`}.`,
  ];
}

/** The hosts of attachments, by whether they return the files. */
export function attachmentLines(summary: Pick<PlanSummary, 'attachmentHosts' | 'media'>): string[] {
  const { reachable, unreachable } = attachmentHostsOf(summary);
  return [
    ...(reachable.length === 0
      ? []
      : [`Attachments stay where they are; keep these hosts running: ${hostList(reachable)}.`]),
    ...(unreachable.length === 0
      ? []
      : [
          `Attachments that cannot be opened, because their hosts need the signature that the plan leaves out: ${hostList(unreachable)}. Copy the files from the export, with chatferry media copy INPUT.`,
        ]),
  ];
}

function hostList(hosts: readonly AttachmentHost[]): string {
  const shown = hosts.slice(0, 3).map(({ host, attachments }) => `${host} (${count(attachments)})`);
  return shown.join(', ') + (hosts.length > 3 ? ', …' : '');
}
