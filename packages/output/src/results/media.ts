import { mediaCauses } from '@chatferry/job/media';
import { z } from 'zod';
import { flag, group, isoTime, list, listOf, oneOf, result, text, whole } from './values.ts';

// The results of `media`.

const cause = z
  .enum(mediaCauses)
  .meta({ id: 'MediaCause', description: 'Why a file was not copied; docs/media.md has each.' });

const host = text('The host, with its port; empty for files of the export.');

export const mediaCheckResult = result('media-check', 'The files that records point to, by host.', {
  files: whole('Files that records point to, each counted once.'),
  uses: whole('How often records point to them.'),
  hosts: listOf('The hosts with most files first, at most 100.', {
    host,
    files: whole('Files of the host.'),
    uses: whole('How often records point to them.'),
    kinds: group('What the files are in the app.', {
      attachment: whole('Attachments of messages.'),
      avatar: whole('Pictures of users.'),
      icon: whole('Pictures of groups.'),
    }),
    access: group('What is needed to get the files.', {
      local: whole('Files that the export has.'),
      signed: whole('Files whose address has a signature.'),
      token: whole('Files whose host asks for a token or a cookie.'),
      open: whole('Files of which nothing of this is known.'),
    }),
    schemes: list(z.string(), 'The kinds of signatures, such as s3.'),
    expired: whole('Files whose signature has ended.'),
    expiring: whole('Files whose signature will end.'),
    firstEndsAt: isoTime('When the first of these ends.').optional(),
    lastEndsAt: isoTime('When the last of these ends.').optional(),
    oldest: isoTime('The oldest message with a file of the host.').optional(),
    newest: isoTime('The newest message with a file of the host.').optional(),
    sampled: group('What --sample showed.', {
      asked: whole('Files that were asked for.'),
      available: whole('Files that the host would send.'),
      estimatedBytes: whole('The estimated size of all files of the host.').optional(),
      causes: z
        .partialRecord(cause, z.int())
        .describe('Why others cannot be had, by number of files.'),
    }).optional(),
  }),
  moreHosts: whole('Hosts that are not listed.'),
  rejected: whole('Rows of inputs that cannot be records. Their files are not counted.'),
});

/** The copies in a folder. */
export const copiedFiles = z.strictObject({
  folder: text('The folder with the copies.'),
  files: whole('Files that records point to, each counted once, in all calls.'),
  copied: whole('Files that have a copy.'),
  copies: whole('Copies: files with the same content share one.'),
  bytes: whole('Bytes of the copies.'),
  pending: whole('Files that were not tried yet.'),
  failed: listOf('Files that could not be copied, the largest group first, at most 100.', {
    cause,
    host,
    files: whole('Number of files.'),
    detail: text('More about one of them, without its address.'),
  }),
  copiedNow: group('What this call copied.', {
    files: whole('Number of files.'),
    bytes: whole('Number of bytes.'),
  }),
  stopped: oneOf('The limit that ended the call before everything was tried.', [
    'max-files',
    'max-bytes',
  ]).optional(),
  map: text('The map for the next plan; absent without a public base.').optional(),
});

export const mediaCopyResult = result('media-copy', 'What a folder has of the files.', {
  ...copiedFiles.shape,
  rejected: whole('Rows of inputs that cannot be records. Their files are not copied.'),
});

export const mediaVerifyResult = result(
  'media-verify',
  'Whether the copies have the recorded bytes.',
  {
    folder: text('The folder with the copies.'),
    sound: flag('Whether every copy has the recorded bytes.'),
    copies: whole('Copies with the recorded bytes.'),
    bytes: whole('Their size in bytes.'),
    missing: list(z.string(), 'Copies that are not there, at most 100.'),
    changed: list(z.string(), 'Copies with other bytes, at most 100.'),
    extra: list(z.string(), 'Files that are no copy, at most 100.'),
    counts: group('Exact numbers of the lists.', {
      missing: whole('Number of missing copies.'),
      changed: whole('Number of changed copies.'),
      extra: whole('Number of files that are no copy.'),
    }),
  },
);
