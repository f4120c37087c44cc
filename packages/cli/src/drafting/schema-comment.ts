import path from 'node:path';
import { fileURLToPath } from 'node:url';

const schema = fileURLToPath(new URL('../../chatferry.schema.json', import.meta.url));

/** The first line of a configuration, with which editors complete keys and check values. @param file the configuration */
export function schemaComment(file: string): string {
  const steps = path.relative(path.dirname(file), schema).split(path.sep);
  return `# yaml-language-server: $schema=${encodeURI(steps.join('/'))}`;
}
