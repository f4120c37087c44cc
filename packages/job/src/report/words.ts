import { codeText, isCode } from '../wording/stop-reason-text.ts';
import { utcMinute } from '../wording/units.ts';
import { html, type Html } from './html.ts';

const LONGEST = 120;

/** An id, a file name or a column. It is clipped: an id column that was mapped by mistake may contain whole texts. */
export function name(text: string): Html {
  return html`<code>${clipped(text)}</code>`;
}

export function clipped(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A code of the service. The service chooses it, so text that does not have the form of a code is not shown. */
export function codeName(code: string): Html {
  return isCode(code) ? shortCode(code) : html`${codeText(code)}`;
}

/** A word of chatferry as code; never broken into lines. */
export function shortCode(word: string): Html {
  return html`<code class="short">${word}</code>`;
}

/** `2026-11-21 08:30 UTC`. @param ms since 1970 */
export function time(ms: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${utcMinute(ms)} UTC</time>`;
}

/** `2026-11-21 08:30` in UTC, in a column whose head names the zone. @param ms since 1970 */
export function shortTime(ms: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${utcMinute(ms)}</time>`;
}

/** `users.csv:17`. @param line 1-based */
export function place(file: string, line: number): Html {
  return html`<code>${clipped(file)}:${line}</code>`;
}

/** A sentence of chatferry in which backticks mark code. */
export function sentence(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** The subject of a cause. The name of the field is code, where the text begins with it. */
export function causeText(text: string, field: string | undefined): Html {
  return field !== undefined && text.startsWith(`${field} `)
    ? html`${name(field)}${clipped(text.slice(field.length))}`
    : html`${clipped(text)}`;
}

/** A line to type or to call. */
export function codeLine(line: string): Html {
  return html`<pre><code>${line}</code></pre>`;
}

/** A percentage: of present rows rounded down, of lacking rows rounded up. Has two decimals, unless the whole number is exact. */
export function share(part: number, whole: number, is: 'there' | 'lacking'): string {
  if (whole === 0) return '';
  const exact = (part / whole) * 10_000;
  const round = is === 'there' ? Math.floor : Math.ceil;
  const hundredths =
    part === 0 ? 0 : part === whole ? 10_000 : Math.min(Math.max(round(exact), 1), 9_999);
  const isWhole = Number.isInteger((part * 100) / whole);
  return `${(hundredths / 100).toFixed(isWhole ? 0 : 2)} %`;
}
