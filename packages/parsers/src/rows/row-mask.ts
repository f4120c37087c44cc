import { isSecretName, isSecretValue, MASK, maskSecrets } from '@chatferry/contract';
import type { CsvDialect } from '../cutting/csv-dialect.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { isIgnored } from '../mapping/targets.ts';

/**
 * Masks the secrets of rejected rows: values of columns whose name is the name of a secret, and values of ignored columns that have the
 * form of a secret. A row without secrets stays unchanged.
 */
export class RowMask {
  readonly #mapping: KindMapping;
  readonly #header: readonly string[];
  /** Index of the first column with the name of a secret; -1 without such a column. */
  readonly #first: number;
  readonly #delimiter: string;

  /** @param csv absent: the rows are JSON */
  constructor(
    mapping: KindMapping,
    csv: { readonly header: readonly string[]; readonly dialect: CsvDialect } | undefined,
  ) {
    this.#mapping = mapping;
    this.#header = csv?.header ?? [];
    this.#first = this.#header.findIndex(isSecretName);
    this.#delimiter = csv === undefined ? '' : String.fromCharCode(csv.dialect.delimiter);
  }

  json(row: string): string {
    return maskSecrets(row, (name, value) => this.#isSecret(name, value));
  }

  /** @param cells undefined for a row that cannot be parsed: all of it after the beginning of the first secret is masked */
  cells(row: string, cells: readonly string[] | undefined): string {
    if (cells?.length === this.#header.length) {
      const masked = cells.map((cell, index) => this.#maskedCell(this.#header[index]!, cell));
      if (masked.every((cell, index) => cell === cells[index])) return row;
      return masked.map((cell) => this.#quoted(cell)).join(this.#delimiter);
    }
    if (this.#first === -1) return maskSecrets(row);
    const [beginning] = row.split('"', 1) as [string];
    const before = beginning.split(this.#delimiter).slice(0, this.#first);
    return [...before, MASK].join(this.#delimiter);
  }

  #maskedCell(name: string, cell: string): string {
    if (cell === '') return cell;
    if (this.#isSecret(name, JSON.stringify(cell))) return MASK;
    return maskSecrets(cell);
  }

  /** @param value as JSON */
  #isSecret(name: string, value: string): boolean {
    if (isSecretName(name)) return true;
    if (!isIgnored(name, this.#mapping)) return false;
    return [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].some(([, text]) => isSecretValue(text!));
  }

  #quoted(cell: string): string {
    const isPlain = !/["\r\n]/.test(cell) && !cell.includes(this.#delimiter);
    return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
  }
}
