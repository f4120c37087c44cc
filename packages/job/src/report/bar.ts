import { html, type Html } from './html.ts';

/** A bar as part of a line, next to a number with the same meaning. @param filled from 0 to 1 */
export function bar(filled: number): Html {
  const width = (Math.min(Math.max(filled, 0), 1) * 100).toFixed(1);
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${width}" height="8"></rect>
  </svg>`;
}
