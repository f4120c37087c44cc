import { limits, serviceId } from '@chatferry/contract';

/**
 * The id of a later part of a message whose text was split: `m1-2`, `m1-3`. The first part keeps the message's own id.
 *
 * The result depends only on the message, so planning again makes the same messages. The service documents no length limit for muids. A
 * part's id that exceeds the limit of other ids is shortened by the same rule as those ids.
 *
 * @param number of the part, from 2
 */
export function partId(muid: string, number: number): string {
  const id = `${muid}-${number}`;
  return id.length <= limits.idLength ? id : serviceId(id);
}
