/** An answer that is already JSON text, or an error whose writes are kept. */
export class ReadyAnswer {
  readonly status: number;
  readonly json: string;

  constructor(status: number, json: string) {
    this.status = status;
    this.json = json;
  }
}

/** The result of a handler: the body of a 200, or a ready answer. */
export type Answer = object | ReadyAnswer;
