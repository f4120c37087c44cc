/** No answer of the service is nearly this large. A larger answer is aborted. */
export const MAX_ANSWER_BYTES: number = 64 * 1024 * 1024;

/** An answer that was aborted while it arrived. */
export class AnswerGivenUp extends Error {
  override readonly name = 'AnswerGivenUp';
  readonly code: 'ANSWER_TOO_LATE' | 'ANSWER_TOO_LARGE';

  constructor(code: AnswerGivenUp['code']) {
    super(code);
    this.code = code;
  }
}
