/** A picture of the product. */
export interface Picture {
  /** The file in the folder of the pictures. */
  readonly file: string;
  /** The alternative text. */
  readonly text: string;
}
