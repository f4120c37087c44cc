/** A picture of the product. */
export interface Picture {
  /** In the folder of the pictures. */
  readonly file: string;
  /** What it shows, for those who do not see it. */
  readonly text: string;
}
