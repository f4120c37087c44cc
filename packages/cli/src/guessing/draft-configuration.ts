import path from 'node:path';
import { Document, type Pair, type Scalar, YAMLMap } from 'yaml';
import type { InspectedFile } from './inspect-file.ts';

/** The text of a configuration that matches the first rows of the files. */
export function draftConfiguration(
  inputs: readonly string[],
  files: readonly InspectedFile[],
): string {
  const entries = files.flatMap((file) => {
    const entry = entryFor(file);
    return Object.keys(entry).length === 0 ? [] : [[path.basename(file.file), entry] as const];
  });
  const document = new Document({
    inputs,
    apiKey: '${CHATFERRY_API_KEY}',
    ...(entries.length === 0 ? {} : { files: Object.fromEntries(entries) }),
  });
  document.commentBefore =
    ' How chatferry reads this export, and where it sends it. A draft: check every line.\n docs/configuration.md lists all keys.';
  comment(document, 'inputs', ' What to read when nothing is named on the command line.');
  comment(
    document,
    'apiKey',
    ' The app to send to. The key itself stays in the environment.\n appId: …\n region: eu',
  );
  comment(document, 'files', ' What each file contains, and how its columns become fields.');
  for (const file of files) explainLacking(document, file);
  return document.toString({ lineWidth: 0 });
}

function entryFor({ kind, format, recognised, renamed, unknown, times }: InspectedFile): object {
  return {
    ...(recognised ? {} : { kind, format }),
    ...(Object.keys(renamed).length === 0 ? {} : { columns: renamed }),
    ...(unknown.length === 0 ? {} : { ignore: unknown }),
    ...(Object.keys(times).length === 0 ? {} : { times }),
  };
}

function comment(document: Document, key: string, text: string): void {
  const pair = (document.contents as YAMLMap<Scalar<string>>).items.find(
    (each: Pair<Scalar<string>>) => each.key.value === key,
  );
  if (pair === undefined) return;
  pair.key.commentBefore = text;
  pair.key.spaceBefore = true;
}

function explainLacking(document: Document, { file, kind, lacking }: InspectedFile): void {
  const entry = document.getIn(['files', path.basename(file)], true);
  if (lacking.length === 0 || !(entry instanceof YAMLMap)) return;
  entry.commentBefore = ` No column for ${lacking.join(', ')}, which ${kind} need: name it under columns, or give it under constants.`;
}
