import type { Row } from '@chatferry/contract';
import { text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';

/** The pages of an export. Each page names the next page. */
export class Pages {
  readonly #known = new Set<string>();
  /** The place that names each next page. */
  readonly #next = new Map<string, Place>();

  /** @param meta of a page */
  add(meta: Row, place: Place): void {
    const [url, next] = [text(meta['url']), text(meta['next_page_url'])];
    if (url !== undefined) this.#known.add(url);
    if (next !== undefined) this.#next.set(next, place);
  }

  /** Reports lists that end before their last page. */
  report(out: ExportRows): void {
    for (const [url, place] of this.#next) {
      if (this.#known.has(url)) continue;
      out.count('missing pages');
      out.leaveOut(
        'missing pages',
        'the list continues on a page that is not in the export',
        place,
        {},
      );
    }
  }
}
