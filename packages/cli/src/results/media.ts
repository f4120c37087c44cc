import { mediaCauses } from '@chatferry/job/media';
import { z } from 'zod';
import { flag, isoTime, list, next, text, whole } from './values.ts';

// The results of `media`.

const cause = z
  .enum(mediaCauses)
  .meta({ id: 'MediaCause', description: 'Why a file was not copied; docs/media.md has each.' });

const host = text('The host, with its port; empty for files of the export.');

export const mediaCheckResult = z
  .strictObject({
    type: z.literal('media-check').describe('The name of this result.'),
    files: whole('Files that records point to, each counted once.'),
    uses: whole('How often records point to them.'),
    hosts: list(
      z.strictObject({
        host,
        files: whole('Files of the host.'),
        uses: whole('How often records point to them.'),
        kinds: z
          .strictObject({
            attachment: whole('Attachments of messages.'),
            avatar: whole('Pictures of users.'),
            icon: whole('Pictures of groups.'),
          })
          .describe('What the files are in the app.'),
        access: z
          .strictObject({
            local: whole('Files that the export has.'),
            signed: whole('Files whose address has a signature.'),
            token: whole('Files whose host asks for a token or a cookie.'),
            open: whole('Files of which nothing of this is known.'),
          })
          .describe('What is needed to get the files.'),
        schemes: list(z.string(), 'The kinds of signatures, such as s3.'),
        expired: whole('Files whose signature has ended.'),
        expiring: whole('Files whose signature will end.'),
        firstEndsAt: isoTime('When the first of these ends.').optional(),
        lastEndsAt: isoTime('When the last of these ends.').optional(),
        oldest: isoTime('The oldest message with a file of the host.').optional(),
        newest: isoTime('The newest message with a file of the host.').optional(),
        sampled: z
          .strictObject({
            asked: whole('Files that were asked for.'),
            available: whole('Files that the host would send.'),
            estimatedBytes: whole('The estimated size of all files of the host.').optional(),
            causes: z
              .partialRecord(cause, z.int())
              .describe('Why others cannot be had, by number of files.'),
          })
          .describe('What --sample showed.')
          .optional(),
      }),
      'The hosts with most files first, at most 100.',
    ),
    moreHosts: whole('Hosts that are not listed.'),
    next,
  })
  .meta({ id: 'MediaCheckResult', description: 'The files that records point to, by host.' });

export const mediaCopyResult = z
  .strictObject({
    type: z.literal('media-copy').describe('The name of this result.'),
    folder: text('The folder with the copies.'),
    files: whole('Files that records point to, each counted once, in all calls.'),
    copied: whole('Files that have a copy.'),
    copies: whole('Copies: files with the same content share one.'),
    bytes: whole('Bytes of the copies.'),
    pending: whole('Files that were not tried yet.'),
    failed: list(
      z.strictObject({
        cause,
        host,
        files: whole('Number of files.'),
        detail: text('More about one of them, without its address.'),
      }),
      'Files that could not be copied, the largest group first, at most 100.',
    ),
    copiedNow: z
      .strictObject({ files: whole('Number of files.'), bytes: whole('Number of bytes.') })
      .describe('What this call copied.'),
    stopped: z
      .enum(['max-files', 'max-bytes'])
      .describe('The limit that ended the call before everything was tried.')
      .optional(),
    map: text('The map for the next plan; absent without a public base.').optional(),
    next,
  })
  .meta({ id: 'MediaCopyResult', description: 'What a folder has of the files.' });

export const mediaVerifyResult = z
  .strictObject({
    type: z.literal('media-verify').describe('The name of this result.'),
    folder: text('The folder with the copies.'),
    sound: flag('Whether every copy has the recorded bytes.'),
    copies: whole('Copies with the recorded bytes.'),
    bytes: whole('Their size in bytes.'),
    missing: list(z.string(), 'Copies that are not there, at most 100.'),
    changed: list(z.string(), 'Copies with other bytes, at most 100.'),
    extra: list(z.string(), 'Files that are no copy, at most 100.'),
    counts: z
      .strictObject({
        missing: whole('Number of missing copies.'),
        changed: whole('Number of changed copies.'),
        extra: whole('Number of files that are no copy.'),
      })
      .describe('Exact numbers of the lists.'),
    next,
  })
  .meta({ id: 'MediaVerifyResult', description: 'Whether the copies have the recorded bytes.' });
