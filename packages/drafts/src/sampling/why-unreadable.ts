import { charsetOf, decode } from './charset.ts';
import { contentOf } from './content-of.ts';
import { sampleOf } from './sample-of-file.ts';

/** A description of a file without rows, and how to convert its content to rows; undefined for a file that may contain rows. */
export async function whyUnreadable(file: string): Promise<string | undefined> {
  const sample = await sampleOf(file);
  const text = decode(sample.head, charsetOf(sample).encoding);
  const content = contentOf(sample.head, text, file);
  return 'unreadable' in content ? content.unreadable : undefined;
}
