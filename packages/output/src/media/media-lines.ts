import { count, counted, printable } from '@chatferry/contract';
import { bytes } from '@chatferry/disk';
import type {
  CopyResult,
  HostCheck,
  MediaCheck,
  MediaVerification,
  RejectedInputs,
} from '@chatferry/job/media';
import { utcMinute } from '@chatferry/job/planned';

/** The report of `media check`. */
export function checkLines({
  files,
  uses,
  hosts,
  moreHosts,
  rejected,
}: MediaCheck & RejectedInputs): string[] {
  if (files === 0) return ['No record points to a file.', ...rejectedLines(rejected)];
  return [
    `${counted(files, 'file')}, to which records point ${counted(uses, 'time')}:`,
    ...hosts.flatMap((host) => ['', nameOf(host), ...factsOf(host).map((fact) => `  ${fact}`)]),
    ...(moreHosts === 0 ? [] : ['', `… and ${counted(moreHosts, 'more host')}`]),
    ...(rejected === 0 ? [] : ['', ...rejectedLines(rejected)]),
  ];
}

/** Counts the rows that a plan would reject. */
function rejectedLines(rejected: number): string[] {
  if (rejected === 0) return [];
  return [
    `${counted(rejected, 'row cannot be a record', 'rows cannot be records')}: files of such rows are left out. Plan the inputs to see why, and how to fix it.`,
  ];
}

function nameOf({ host, files }: Pick<HostCheck, 'host' | 'files'>): string {
  return `${host === '' ? 'in the export itself' : printable(host)}: ${counted(files, 'file')}`;
}

function day(seconds: number): string {
  return utcMinute(seconds * 1000).slice(0, 10);
}

function factsOf(host: HostCheck): string[] {
  const { kinds, access, schemes, expired, expiring, firstEndsAt, lastEndsAt } = host;
  const { oldest, newest, sampled } = host;
  const ofKind = [
    counted(kinds.attachment, 'attachment'),
    counted(kinds.avatar, 'avatar'),
    counted(kinds.icon, 'icon'),
  ].filter((text) => !text.startsWith('0 '));
  const [first, last] = [firstEndsAt, lastEndsAt].map((at) => at && utcMinute(at * 1000));
  return [
    `${ofKind.join(', ')}${oldest === undefined ? '' : `, of ${day(oldest)} to ${day(newest!)}`}`,
    ...(access.local > 0 ? ['copied from the export: no host is needed'] : []),
    ...(access.token > 0
      ? [`${count(access.token)} with a host that asks for a token or a cookie`]
      : []),
    ...(access.signed > 0
      ? [`${count(access.signed)} with a signature (${schemes.join(', ')})`]
      : []),
    ...(expired > 0 ? [`${count(expired)} whose signature has ended: no longer to be had`] : []),
    ...(expiring > 0
      ? [
          `${count(expiring)} until ${first === last ? first : `${first} to ${last}`} UTC, when the signature ends`,
        ]
      : []),
    ...(access.open > 0 ? [`${count(access.open)} until the host is switched off`] : []),
    ...(sampled === undefined ? [] : [sampleLine(sampled)]),
  ];
}

function sampleLine({
  asked,
  available,
  estimatedBytes,
  causes,
}: NonNullable<HostCheck['sampled']>): string {
  const lost = Object.entries(causes).map(([cause, files]) => `${cause} ${count(files)}`);
  return [
    `asked for ${count(asked)}: ${count(available)} available`,
    ...lost,
    ...(estimatedBytes === undefined ? [] : [`about ${bytes(estimatedBytes)} in all`]),
  ].join(', ');
}

/** The result of `media copy`. */
export function copyLines(folder: string, result: CopyResult & RejectedInputs): string[] {
  const { files, copied, copies, pending, failed, copiedNow, stopped } = result;
  if (files === 0) return ['No record points to a file.', ...rejectedLines(result.rejected)];
  return [
    `${folder} has ${count(copied)} of ${counted(files, 'file')}: ${counted(copies, 'copy', 'copies')}, ${bytes(result.bytes)}.`,
    `Copied now: ${counted(copiedNow.files, 'file')}, ${bytes(copiedNow.bytes)}.`,
    ...(stopped === undefined
      ? leftLines(pending)
      : [`Stopped by --${stopped}; ${counted(pending, 'file')} left.`]),
    ...rejectedLines(result.rejected),
    ...(failed.length === 0 ? [] : ['Not copied:']),
    ...failed.map(
      ({ cause, host, files: some, detail }) =>
        `  ${cause}: ${counted(some, 'file')} of ${host === '' ? 'the export' : printable(host)}: ${detail}`,
    ),
    ...(failed.some(({ cause }) => cause === 'private')
      ? ['If you trust the inputs, allow these hosts with --private-host HOST[,HOST].']
      : []),
    ...mapLines(folder, result),
  ];
}

/** The map and how to use it. Without a copy there is nothing to upload, and no file that a plan could point to. */
function mapLines(folder: string, { copied, map }: CopyResult): string[] {
  if (copied === 0) return [];
  if (map === undefined) return ['No map was written, because --public-base is not given.'];
  return [
    `The map is ${map}. Upload ${folder}/files, and name the map in the configuration:`,
    `  media: { map: ${map} }`,
  ];
}

/** Counts the files that were not tried, although no limit was reached: their hosts failed repeatedly. */
function leftLines(pending: number): string[] {
  if (pending === 0) return [];
  return [
    `${counted(pending, 'file')} not tried: a host that fails again and again is left alone.`,
  ];
}

/** The result of `media verify`. */
export function verifyLines(folder: string, found: MediaVerification): string[] {
  const { counts } = found;
  const listed = (['missing', 'changed', 'extra'] as const).flatMap((name) => [
    ...(counts[name] === 0 ? [] : [`${name}: ${counted(counts[name], 'file')}`]),
    ...found[name].map((path) => `  ${printable(path)}`),
  ]);
  return [
    `${folder}: ${counted(found.sound, 'copy', 'copies')}, ${bytes(found.bytes)}, read and found as recorded.`,
    ...listed,
  ];
}
