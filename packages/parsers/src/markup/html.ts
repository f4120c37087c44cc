import type { HtmlToTextOptions } from 'html-to-text';
import { libraries } from './libraries.ts';

/** The plain text of HTML. */
export function textOfHtml(html: string): string {
  return libraries.html().convert(closed(html), htmlOptions);
}

/** A `<` that no `>` follows begins no tag: what comes after it would be lost. */
function closed(html: string): string {
  const last = html.lastIndexOf('>');
  return html.slice(0, last + 1) + html.slice(last + 1).replaceAll('<', '&lt;');
}

/** Addresses are kept after the text that links to them. */
const htmlOptions: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
    { selector: 'img', options: { linkBrackets: ['', ''] } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'th', format: 'inlineSurround', options: { suffix: ' ' } },
  ],
};
