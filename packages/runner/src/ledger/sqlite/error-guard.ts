import { damagedLedger, LedgerError, ledgerErrorFrom } from '../ledger-error.ts';

/** Turns what SQLite throws, and what is not JSON any more, into errors of the ledger. */
export class ErrorGuard {
  readonly #path: string;
  #diskError: LedgerError | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws {LedgerError} */
  run<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.errorFrom(error);
    }
  }

  /** After an I/O error SQLite may report any page as damaged that it cannot read again; the first error is the true one. */
  errorFrom(error: unknown): unknown {
    if (this.#diskError !== undefined) return this.#diskError;
    if (error instanceof SyntaxError) return damagedLedger(this.#path, error);
    const ledgerError = ledgerErrorFrom(error, this.#path);
    if (ledgerError instanceof LedgerError && ledgerError.code === 'disk-error')
      this.#diskError = ledgerError;
    return ledgerError;
  }
}
