/** A file of a given folder, or a folder in it, that is not read. */
export interface IgnoredFile {
  /** A folder ends with a separator. */
  readonly file: string;
  /** Whether it is a link that leads outside its folder. Otherwise its name shows no kind, or it is skipped. */
  readonly isLinkOutside: boolean;
  /** Why the file is not read, if the caller declared that. */
  readonly skipped?: string;
  /** What the file is, if its name shows that it is no table. */
  readonly what?: string;
}
