/** An answer that is JSON text already, or that is no success although what was written is to stay. */
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
