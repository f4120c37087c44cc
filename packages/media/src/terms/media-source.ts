/** The use of a file in the app. */
export type MediaKind = 'attachment' | 'avatar' | 'icon';

/** A file that a record points to. */
export interface MediaSource {
  /** The address in records, without anything that gives access. It is the name of the file in the map. See `signedAddress`. */
  readonly key: string;
  /** The source of the bytes. */
  readonly from: MediaOrigin;
  readonly kind: MediaKind;
  /** The record's statements about the file. They only decide the extension, and whether HTML is expected. */
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  /** UNIX seconds at which the message was sent. */
  readonly at?: number | undefined;
}

/** An address with everything that gives access, or the name of a file of the caller: see `CopyOptions.openFile`. */
export type MediaOrigin = { readonly url: string } | { readonly file: string };
