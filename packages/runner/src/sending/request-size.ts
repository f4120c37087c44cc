/** Learns from 413 answers how large a request body may be. */
export class RequestSize {
  #most = Number.POSITIVE_INFINITY;

  fits(bytes: number): boolean {
    return bytes <= this.#most;
  }

  wasTooLarge(bytes: number): void {
    this.#most = Math.min(this.#most, bytes - 1);
  }
}
