import type { NamedFile } from './content.ts';

/** A message on disk, until its rows are made. */
export interface StoredMessage {
  /** The header as the file shows it. */
  readonly header: string;
  /** The sender as the file shows it; undefined for a line without a person. */
  readonly sender: string;
  readonly text: string;
  readonly isEdited: boolean;
  /** Whether WhatsApp wrote it. */
  readonly isSystem: boolean;
  readonly file: NamedFile | undefined;
  /** The local time of the phone. */
  readonly localSeconds: number;
}

/** The record of a rejected row. @param shownName hides numbers of people without a name */
export function shownRecord(json: string, shownName: (name: string) => string): string {
  const { header, sender, text } = JSON.parse(json) as StoredMessage;
  return JSON.stringify({ date: header, sender: shownName(sender), text });
}
