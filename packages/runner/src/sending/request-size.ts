import type { Trouble } from '../terms/trouble.ts';

/** Why a request is cut before it is sent. */
export const TOO_LARGE: Trouble = {
  code: 'HTTP 413',
  message: 'The service takes only smaller requests.',
};

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
