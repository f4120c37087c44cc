import {
  firstSpan,
  type FoundMessage,
  type MessageIdStore,
  type WantedMessage,
  type WantedSpan,
} from '../../src/ledger/message-id-store.ts';

/** The ids of messages, forgotten with the process. */
export class MemoryMessageIds implements MessageIdStore {
  readonly #messages = new Map<string, WantedMessage & { id: string | undefined }>();

  async want(messages: readonly WantedMessage[]): Promise<void> {
    for (const message of messages) {
      const known = this.#messages.get(message.muid);
      if (known?.id === undefined || known.id === 'absent')
        this.#messages.set(message.muid, { ...message, id: undefined });
    }
  }

  async nextToRead(longestGapS: number): Promise<WantedSpan | undefined> {
    const open = [...this.#messages.values()].filter(({ id }) => id === undefined);
    return firstSpan(
      open.toSorted((one, other) => one.from - other.from),
      longestGapS,
    );
  }

  async take(page: readonly FoundMessage[], passed: number): Promise<void> {
    for (const { muid, id } of page) {
      const message = this.#messages.get(muid);
      if (message !== undefined) message.id ??= id;
    }
    for (const message of this.#messages.values()) if (message.to < passed) message.id ??= 'absent';
  }

  async forget(muids: readonly string[]): Promise<void> {
    for (const muid of muids) this.#messages.delete(muid);
  }

  async idOf(muid: string): Promise<string | undefined> {
    const id = this.#messages.get(muid)?.id;
    return id === 'absent' ? undefined : id;
  }
}
