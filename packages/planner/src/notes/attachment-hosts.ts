import { column, COLUMNS, originOf, problem, type RecordBlock, wireOf } from '@chatferry/contract';
import type { AttachmentHost } from '../plan/plan-summary.ts';
import { idOfEntry } from '../plan/batch.ts';
import type { Warnings } from './warnings.ts';

/** Maximum number of hosts that are counted; attachments on further hosts are not counted. */
const HOSTS = 10_000;
const SHOWN = 100;

/** The beginning of a list of objects. It is rare, and is found eight times faster than the field name before it. */
const listHead = '[{';
const listName = '"attachments":';
const address = '"url":"http';
const closingQuote = 0x22;

/** Names of URL parameters that grant temporary access to anyone who has the URL. */
const secretParameter =
  /[?&](x-amz-signature|x-goog-signature|x-amz-security-token|signature|sig|token|access_token|auth|expires)=/i;

/**
 * Counts attachments by the host they point to. Searches the wire bytes without parsing them: a quote inside a text is
 * escaped there, so no text looks like the name of a field.
 */
export class AttachmentHosts {
  readonly #counts = new Map<string, { attachments: number; unreachable: number }>();
  readonly #warnings: Warnings;

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  count(block: RecordBlock): void {
    const { wire, columns, warnings } = block;
    // The addresses in these records lost their signatures when the export was read.
    const unsigned = new Set(
      warnings.filter(({ problem: { code } }) => code === 'signed-url').map(({ index }) => index),
    );
    const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength);
    let record = 0;
    for (let at = bytes.indexOf(listHead); at >= 0; at = bytes.indexOf(listHead, at + 1)) {
      if (bytes.toString('latin1', at - listName.length, at) !== listName) continue;
      while (columns[record + column.end]! <= at) record += COLUMNS;
      const found = bytes.subarray(at, columns[record + column.end]);
      let signed: string | undefined;
      for (let url = found.indexOf(address); url >= 0; url = found.indexOf(address, url + 1)) {
        const text = addressAt(found, url);
        signed ??= secretParameter.exec(text)?.[1];
        this.#countHost(text, unsigned.has(record / COLUMNS));
      }
      if (signed !== undefined) this.#warnOfSigned(block, record / COLUMNS, signed);
    }
  }

  /** The hosts, most used first. */
  get top(): AttachmentHost[] {
    return [...this.#counts]
      .map(([host, { attachments, unreachable }]) => ({
        host,
        attachments,
        ...(unreachable === 0 ? {} : { unreachable }),
      }))
      .toSorted((a, b) => b.attachments - a.attachments || (a.host < b.host ? -1 : 1))
      .slice(0, SHOWN);
  }

  /** Warns without printing the value, because it grants access. */
  #warnOfSigned(block: RecordBlock, index: number, name: string): void {
    const id = idOfEntry(wireOf(block, index));
    const warning = problem('signed-url', { field: 'data.attachments', detail: `it has ${name}` });
    this.#warnings.add(block.kind, originOf(block, index), id, warning);
  }

  #countHost(url: string, isUnreachable: boolean): void {
    const host = /^https?:\/\/([^/?#"]+)/.exec(url)?.[1];
    if (host === undefined) return;
    const counts = this.#counts.get(host) ?? { attachments: 0, unreachable: 0 };
    if (!this.#counts.has(host) && this.#counts.size >= HOSTS) return;
    counts.attachments += 1;
    if (isUnreachable) counts.unreachable += 1;
    this.#counts.set(host, counts);
  }
}

function addressAt(bytes: Buffer, at: number): string {
  const start = at + '"url":"'.length;
  return bytes.toString('utf8', start, bytes.indexOf(closingQuote, start));
}
