import { BrokenDocument, BsonToJson } from './bson-to-json.ts';
import type { ByteOutput } from './byte-output.ts';

/** Writes documents as JSON. In the place of one that is broken, a text says where it is and why. */
export class DocumentWriter {
  readonly #out: ByteOutput;
  readonly #json: BsonToJson;

  constructor(out: ByteOutput) {
    this.#out = out;
    this.#json = new BsonToJson(out);
  }

  /** @param offset of its first byte in the file */
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
