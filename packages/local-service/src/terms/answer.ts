/** An answer that is JSON text already, or an error whose writes are kept. */
export class ReadyAnswer {
  readonly status: number;
  readonly json: string;

  constructor(status: number, json: string) {
    this.status = status;
    this.json = json;
  }
}

/** What a handler returns: the body of a 200, or a ready answer. */
export type Answer = object | ReadyAnswer;
