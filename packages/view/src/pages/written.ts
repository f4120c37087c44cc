import { Html, html } from '@chatferry/job/viewing';

/** Longer texts are cut, unless the whole text was requested. */
const LONGEST = 4_000;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A person's text, shown as it was written: joined emoji and right-to-left scripts look right, and marks that reverse text end with the
 * element. Control characters are shown as their numbers.
 */
export function written(text: string, most: number = LONGEST): Html {
  const isCut = text.length > most;
  const shown = (isCut ? text.slice(0, most) : text).toWellFormed();
  const source = shown
    .replaceAll(/[&<>"']/g, (character) => entities[character]!)
    .replaceAll(
      // oxlint-disable-next-line no-control-regex -- they are what must not be shown as they are
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
      (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
    );
  const cut = isCut
    ? html` <span class="soft"
        >(${sizeOf(text)}; the first ${most.toLocaleString('en-US')} characters are shown)</span
      >`
    : undefined;
  return html`<bdi class="written" dir="auto">${new Html(source)}</bdi>${cut}`;
}

/** The first line of a text, for lists. */
export function firstLine(text: string, most: number = 80): Html {
  const [line = ''] = text.split('\n', 1);
  return written(
    line.length > most ? `${line.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : line,
    most + 1,
  );
}

function sizeOf(text: string): string {
  const bytes = Buffer.byteLength(text);
  return bytes < 1000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`;
}
