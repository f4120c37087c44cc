const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

/** A Markdown text with its parts outside code replaced. */
export function outsideCode(markdown: string, replace: (text: string) => string): string {
  if (!markdown.includes('`')) return replace(markdown);
  let found = '';
  let at = 0;
  for (const match of markdown.matchAll(code)) {
    found += replace(markdown.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return found + replace(markdown.slice(at));
}
