/** No answer of the service comes near this; one that does is not read to its end. */
export const MAX_ANSWER_BYTES: number = 64 * 1024 * 1024;

/** An answer that is given up while it arrives. */
export class AnswerGivenUp extends Error {
  override readonly name = 'AnswerGivenUp';
  readonly code: 'ANSWER_TOO_LATE' | 'ANSWER_TOO_LARGE';

  constructor(code: AnswerGivenUp['code']) {
    super(code);
    this.code = code;
  }
}
