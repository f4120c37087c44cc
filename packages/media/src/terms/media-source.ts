/** What a file is in the app. */
export type MediaKind = 'attachment' | 'avatar' | 'icon';

/** A file that a record points to. */
export interface MediaSource {
  /** The address by which records name it, without what gives access: its name in the map. See `signedAddress`. */
  readonly key: string;
  /** Where its bytes are. */
  readonly from: MediaOrigin;
  readonly kind: MediaKind;
  /** What the record states about it; decides nothing but the extension, and whether HTML is expected. */
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  /** UNIX seconds at which the message was sent. */
  readonly at?: number | undefined;
}

/** An address with everything that gives access, or the name of a file of the caller: see `CopyOptions.openFile`. */
export type MediaOrigin = { readonly url: string } | { readonly file: string };
