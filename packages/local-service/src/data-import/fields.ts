import { type Json, limits } from '@chatferry/contract';
import { isJsonObject } from '../entities/present.ts';
import { badRequest } from '../terms/service-problem.ts';

const ID = /^[a-z0-9_-]{1,100}$/;

/**
 * Reads the fields of one record as the service does: ids are lower-cased, times may be quoted digits, unknown
 * fields are ignored. Problems are collected by field; `check` reports all of them.
 */
export class Fields {
  readonly #record: Json;
  readonly #path: string;
  #details: Record<string, string[]> | undefined;

  constructor(record: Json, path = '') {
    this.#record = record;
    this.#path = path;
  }

  /** @throws {ServiceProblem} `ERR_BAD_REQUEST` with every invalid field */
  check(): void {
    if (this.#details !== undefined) throw badRequest(this.#details);
  }

  id(field: string): string {
    return this.optionalId(field) ?? this.#missing(field);
  }

  optionalId(field: string): string | undefined {
    const value = this.#given(field);
    if (value === undefined) return undefined;
    const id = typeof value === 'string' ? value.toLowerCase() : '';
    if (!ID.test(id)) this.refuse(field, 'must be 1 to 100 characters of a-z, 0-9, - and _');
    return id;
  }

  name(field: string): string {
    const value = this.text(field, limits.nameLength) ?? this.#missing(field);
    if (value.trim() === '') this.refuse(field, 'must not be blank');
    return value;
  }

  text(field: string, longest: number): string | undefined {
    const value = this.#given(field);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') {
      this.refuse(field, 'must be a string');
      return '';
    }
    if (value.length > longest) this.refuse(field, `must not be longer than ${longest} characters`);
    return value;
  }

  url(field: string): string | undefined {
    const value = this.text(field, limits.urlLength);
    if (value !== undefined && !URL.canParse(value)) this.refuse(field, 'must be a valid URL');
    return value;
  }

  /** UNIX seconds: ten digits, as a number or quoted. */
  seconds(field: string): number | undefined {
    const value = this.#given(field);
    if (value === undefined) return undefined;
    const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (!Number.isInteger(seconds) || (seconds as number) < 1e9 || (seconds as number) >= 1e10) {
      this.refuse(field, 'must be a UNIX timestamp in seconds, ten digits');
      return 0;
    }
    return seconds as number;
  }

  flag(field: string): boolean {
    const value = this.#given(field);
    if (value !== undefined && typeof value !== 'boolean') this.refuse(field, 'must be a boolean');
    return value === true;
  }

  /** The tags as JSON text. */
  tags(field: string): string {
    const value = this.#given(field);
    if (value === undefined) return '[]';
    if (!Array.isArray(value)) this.refuse(field, 'must be an array of strings');
    else {
      if (value.length > limits.tags)
        this.refuse(field, `must not have more than ${limits.tags} tags`);
      for (const [index, tag] of value.entries())
        if (typeof tag !== 'string' || tag === '' || tag.length > limits.tagLength)
          this.refuse(
            `${field}.${index}`,
            `must be a string of 1 to ${limits.tagLength} characters`,
          );
    }
    return JSON.stringify(value);
  }

  /** The metadata as JSON text; `[]` means an empty object, as in answers of the service. */
  metadata(field: string): string | undefined {
    const value = this.#given(field);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.length === 0) return '{}';
    if (!isJsonObject(value)) {
      this.refuse(field, 'must be an object');
      return undefined;
    }
    const json = JSON.stringify(value);
    if (Buffer.byteLength(json) > limits.metadataBytes)
      this.refuse(field, `must not be larger than ${limits.metadataBytes} bytes as JSON`);
    return json;
  }

  oneOf<T extends string>(field: string, values: readonly T[]): T | undefined {
    const value = this.#given(field);
    if (value !== undefined && !values.includes(value as T))
      this.refuse(field, `must be one of ${values.join(', ')}`);
    return value as T | undefined;
  }

  object(field: string): Json | undefined {
    const value = this.#given(field);
    if (value === undefined) return undefined;
    if (isJsonObject(value)) return value;
    this.refuse(field, 'must be an object');
    return undefined;
  }

  refuse(field: string, text: string): void {
    this.#details ??= {};
    (this.#details[this.#path + field] ??= []).push(`${field} ${text}.`);
  }

  #missing(field: string): string {
    this.refuse(field, 'is required');
    return '';
  }

  /** A field that is `null` counts as absent. */
  #given(field: string): unknown {
    return this.#record[field] ?? undefined;
  }
}
