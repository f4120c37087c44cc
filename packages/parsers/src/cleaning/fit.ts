import { limits, type Row } from '@chatferry/contract';

/** Whether a message and its `data` are within the limits of the service. */
export function inSize(message: Row): boolean {
  return (
    Buffer.byteLength(JSON.stringify(message['data'])) <= limits.messageDataBytes &&
    JSON.stringify(message).length <= limits.messageLength
  );
}

/** The largest length up to `most` for which `fits` is true; 0 when there is none. Every smaller length must fit too. */
export function longestFit(most: number, fits: (length: number) => boolean): number {
  let [longest, tooLong] = [0, most + 1];
  while (tooLong - longest > 1) {
    const length = Math.floor((longest + tooLong) / 2);
    if (fits(length)) longest = length;
    else tooLong = length;
  }
  return longest;
}
