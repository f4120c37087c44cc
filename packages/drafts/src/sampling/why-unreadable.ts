import { charsetOf, decode } from './charset.ts';
import { contentOf } from './content-of.ts';
import { sampleOf } from './sample-of-file.ts';

/** What a file is that holds no rows, and how its content becomes rows; undefined for one that may hold rows. */
export async function whyUnreadable(file: string): Promise<string | undefined> {
  const sample = await sampleOf(file);
  const text = decode(sample.head, charsetOf(sample).encoding);
  const content = contentOf(sample.head, text, file);
  return 'unreadable' in content ? content.unreadable : undefined;
}
