import { type Alias, type Document, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { Refusal } from '../refusal.ts';
import { explainIssue, innermostIssue } from './explain-issue.ts';
import { type Configuration, configuration } from './schema.ts';

/** @param name of the file, for messages @throws {Refusal} as `readConfiguration` */
export function parseConfiguration(text: string, name: string): Configuration {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true });

  const [broken] = document.errors;
  if (broken !== undefined) {
    const { line } = lines.linePos(broken.pos[0]);
    throw new Refusal(
      `${name}:${line}: ${broken.message.split('\n')[0]!.replace(/ at line.*/, '')}.`,
    );
  }

  const parsed = configuration.safeParse(valueOf(document, lines, name) ?? {});
  if (parsed.success) return parsed.data;
  const found = parsed.error.issues.map((issue) => {
    const line = lineOf(document, lines, innermostIssue(issue));
    return `${name}${line === undefined ? '' : `:${line}`}: ${explainIssue(issue, Object.keys(configuration.shape))}`;
  });
  throw new Refusal(found, 'docs/configuration.md lists every key and its values.');
}

/** @throws {Refusal} for aliases that have no anchor, or that repeat each other too often */
function valueOf(document: Document, lines: LineCounter, name: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    const { line } = lines.linePos(badAlias(document)?.range?.[0] ?? 0);
    throw new Refusal(
      `${name}:${line}: ${(error as Error).message}.`,
      'Replace the alias by its value.',
      { cause: error },
    );
  }
}

/** The first alias without an anchor; else the first one that repeats other aliases. */
function badAlias(document: Document): Alias | undefined {
  let unresolved: Alias | undefined;
  let nested: Alias | undefined;
  visit(document, {
    Alias: (_, alias) => {
      const node = alias.resolve(document);
      if (node === undefined) unresolved ??= alias;
      else
        visit(node, {
          Alias: () => {
            nested ??= alias;
            return visit.BREAK;
          },
        });
    },
  });
  return unresolved ?? nested;
}

/** The line of the value that the issue is about, or of the nearest value around it. */
function lineOf(
  document: Document,
  lines: LineCounter,
  issue: z.core.$ZodIssue,
): number | undefined {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  for (let path = [...issue.path, ...unknown]; path.length > 0; path = path.slice(0, -1)) {
    const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
    if (node?.range !== undefined) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}
