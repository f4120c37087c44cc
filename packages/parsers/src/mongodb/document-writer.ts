import { BrokenDocument, BsonToJson } from './bson-to-json.ts';
import type { ByteOutput } from './byte-output.ts';

/** Writes documents as JSON. Instead of a broken document, it writes a text with the offset and the cause. */
export class DocumentWriter {
  readonly #out: ByteOutput;
  readonly #json: BsonToJson;

  constructor(out: ByteOutput) {
    this.#out = out;
    this.#json = new BsonToJson(out);
  }

  /** @param offset of the document's first byte in the file */
  write(bytes: Buffer, from: number, to: number, offset: number): void {
    const { length } = this.#out;
    try {
      this.#json.write(bytes.subarray(from, to));
    } catch (error) {
      if (!(error instanceof BrokenDocument)) throw error;
      this.#out.length = length;
      this.#out.utf8(
        JSON.stringify(`The document at byte ${offset} is no BSON: it ${error.message}.`),
      );
    }
  }
}
