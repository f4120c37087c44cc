import { damagedLedger, LedgerError, ledgerErrorFrom } from '../ledger-error.ts';

/** Turns errors of SQLite and of broken JSON into errors of the ledger. */
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

  /** After an I/O error, SQLite may report a page that it cannot read again as damaged. The first error is the true one. */
  errorFrom(error: unknown): unknown {
    if (this.#diskError !== undefined) return this.#diskError;
    if (error instanceof SyntaxError) return damagedLedger(this.#path, error);
    const ledgerError = ledgerErrorFrom(error, this.#path);
    if (ledgerError instanceof LedgerError && ledgerError.code === 'disk-error')
      this.#diskError = ledgerError;
    return ledgerError;
  }
}
