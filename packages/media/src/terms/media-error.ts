import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';

/**
 * What the caller can do about it:
 * - `not-a-media-folder`: the folder holds something else; choose an empty one
 * - `no-media-folder`: nothing was copied there yet
 * - `media-folder-in-use`: another process copies into it
 * - `bad-media-headers`: the headers for hosts cannot be read
 * - `bad-public-base`: the address at which the copies will be served is none
 * - `bad-media-map`: a line of the map is not one
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
