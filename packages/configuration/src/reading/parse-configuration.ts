import { type Alias, type Document, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { Refusal } from '@chatferry/contract/refusal';
import { explainIssue, innermostIssue } from './explain-issue.ts';
import { type Configuration, configuration } from '../schema/schema.ts';

/** @param name the name of the file, for messages @throws {Refusal} like `readConfiguration` */
export function parseConfiguration(text: string, name: string): Configuration {
  try {
    return parsed(text, name);
  } catch (error) {
    // The parser is recursive, so deep nesting overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(
      `${name} is nested too deeply.`,
      'No setting is more than ten levels deep: check what wrote the file.',
      { cause: error },
    );
  }
}

function parsed(text: string, name: string): Configuration {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true });

  const [broken] = document.errors;
  if (broken !== undefined) {
    if (broken.message.startsWith('Maximum call stack')) throw new RangeError(broken.message);
    const { line } = lines.linePos(broken.pos[0]);
    throw new Refusal(
      `${name}:${line}: ${broken.message.split('\n')[0]!.replace(/ at line.*/, '')}.`,
    );
  }

  const { success, data, error } = configuration.safeParse(valueOf(document, lines, name) ?? {});
  if (success) return data;
  const found = error.issues.map((issue) => {
    const line = lineOf(document, lines, innermostIssue(issue));
    return `${name}${line === undefined ? '' : `:${line}`}: ${explainIssue(issue, Object.keys(configuration.shape))}`;
  });
  throw new Refusal(found, 'docs/configuration.md lists every key and its values.');
}

/** @throws {Refusal} for aliases without an anchor, or aliases that repeat each other too often */
function valueOf(document: Document, lines: LineCounter, name: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const { line } = lines.linePos(badAlias(document)?.range?.[0] ?? 0);
    throw new Refusal(
      `${name}:${line}: ${(error as Error).message}.`,
      'Replace the alias by its value.',
      { cause: error },
    );
  }
}

/** The first alias without an anchor, otherwise the first alias that repeats other aliases. */
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

/** The line of the value with the issue, or of the nearest value around it. */
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
