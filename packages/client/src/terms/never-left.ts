/** A request of which no byte was sent, because the caller no longer allowed it when a connection was ready. */
export class NeverLeft extends Error {
  override readonly name = 'NeverLeft';

  constructor() {
    super('The request was not allowed to leave any more; nothing was sent.');
  }
}
