import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';

/**
 * What the caller can do about it:
 * - `not-a-media-folder`: the folder has other content; choose an empty folder
 * - `no-media-folder`: nothing was copied into the folder yet
 * - `media-folder-in-use`: another process copies into the folder
 * - `bad-media-headers`: the headers for hosts cannot be read
 * - `bad-public-base`: the address at which the copies will be served is malformed
 * - `bad-media-map`: a line of the map is malformed
 * - `media-disk-full`: free some space; what was copied stays
 */
export type MediaErrorCode =
  | 'not-a-media-folder'
  | 'no-media-folder'
  | 'media-folder-in-use'
  | 'bad-media-headers'
  | 'bad-public-base'
  | 'bad-media-map'
  | 'media-disk-full';

const FixableErrors: FixableErrorClass<MediaErrorCode> = fixableErrors('MediaError');

export class MediaError extends FixableErrors {}
