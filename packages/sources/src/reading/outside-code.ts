const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const address = /:\/\/[^\s<>]+/g;

/** A Markdown text with its parts outside code replaced. */
export function outsideCode(markdown: string, replace: (text: string) => string): string {
  return markdown.includes('`') ? outside(code, markdown, replace) : replace(markdown);
}

/** A text with its parts outside addresses replaced. Inside an address, a mention-like text is part of the address. */
export function outsideAddresses(text: string, replace: (text: string) => string): string {
  return text.includes('://') ? outside(address, text, replace) : replace(text);
}

function outside(pattern: RegExp, whole: string, replace: (text: string) => string): string {
  let found = '';
  let at = 0;
  for (const match of whole.matchAll(pattern)) {
    found += replace(whole.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return found + replace(whole.slice(at));
}
