/** The form in which a column writes times. */
export interface FoundTimeForm {
  /** The value for `times`; undefined when the form is recognised without a setting. */
  readonly form: string | undefined;
  /** A format in Luxon's tokens, rather than a unit. */
  readonly isFormat: boolean;
  /** The parts of a time that the values have. */
  readonly parts: 'both' | 'date' | 'clock';
  readonly hasZone: boolean;
  /** Why it is uncertain; undefined when it is certain. */
  readonly doubt?: string;
}

/** Earlier values are not times of a chat: 1995. */
const EARLIEST_S = 8e8;
const LATEST_S = 2.3e9;

const units = [
  { perSecond: 1, form: undefined },
  { perSecond: 1e3, form: 'milliseconds' },
  { perSecond: 1e6, form: 'microseconds' },
] as const;

const isoDate = String.raw`\d{4}-\d\d-\d\d`;
const clock = String.raw`\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?`;
const offset = String.raw`(?: ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?))`;
const iso = new RegExp(`^${isoDate}[T ]${clock}(?<zone>${offset})?$`, 'i');
const onlyIsoDate = new RegExp(`^${isoDate}$`);
const onlyClock = /^(?<hour>\d\d?):\d\d(?<seconds>:\d\d)?(?<half> ?[ap]m)?$/i;
const rfc2822 =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(:\d\d)? (?:[+-]\d{4}|GMT|UTC|[A-Z]{3})$/;
/** `Thu May 04 06:47:25 +0000 2023`, as Twitter and Ruby write times. */
const yearLast = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d [+-]\d{4} \d{4}$/;
/** `Thursday, May 4, 2023 at 6:47:25 AM UTC`, as Google writes times; the space before AM may be a narrow one. */
const spelled =
  /^[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d:\d\d(?<narrow>[ \u202f])[AP]M UTC$/;
const numeric =
  /^(?<a>\d{1,4})(?<mark>[./-])(?<b>\d{1,2})\k<mark>(?<c>\d{2,4})(?:(?<gap>,? |T| - | um )(?<hour>\d{1,2}):\d\d(?<seconds>:\d\d)?(?<half> ?[AaPp][Mm])?)?$/;
const named =
  /^(?:(?<dayFirst>\d{1,2})(?<gap1>[ -])(?<month1>[A-Z][a-z]{2,8})(?<gap2>[ -])\d{4}|(?<month2>[A-Z][a-z]{2,8}) \d{1,2}, \d{4})(?:(?<gap>,? )(?<hour>\d{1,2}):\d\d(?<seconds>:\d\d)?(?<half> ?[AaPp][Mm])?)?$/;

/** @param values filled, without 0 @returns undefined when the values are not times */
export function timeFormOf(values: readonly string[]): FoundTimeForm | undefined {
  if (values.length === 0) return undefined;
  const all = (pattern: RegExp): boolean => values.every((value) => pattern.test(value));
  const unix = unixForm(values);
  if (unix !== undefined) return unix;
  if (all(iso)) {
    const zones = values.filter((value) => iso.exec(value)!.groups!['zone'] !== undefined).length;
    return { form: undefined, isFormat: false, parts: 'both', hasZone: zones === values.length };
  }
  const isMixed = values.every((value) => iso.test(value) || unixForm([value]) !== undefined);
  if (isMixed) {
    const lacksZone = (value: string): boolean =>
      iso.test(value) && iso.exec(value)!.groups!['zone'] === undefined;
    return { form: 'mixed', isFormat: false, parts: 'both', hasZone: !values.some(lacksZone) };
  }
  if (all(rfc2822)) return { form: 'rfc2822', isFormat: false, parts: 'both', hasZone: true };
  if (all(yearLast)) return { ...format('EEE MMM dd HH:mm:ss ZZZ yyyy', 'both'), hasZone: true };
  if (all(spelled)) {
    const gap = spelled.exec(values[0]!)!.groups!['narrow']!;
    return { ...format(`EEEE, MMMM d, yyyy 'at' h:mm:ss${gap}a z`, 'both'), hasZone: true };
  }
  if (all(onlyIsoDate)) return format('yyyy-MM-dd', 'date');
  if (all(onlyClock)) {
    const { seconds, half } = onlyClock.exec(values[0]!)!.groups!;
    return format(
      clockFormat(
        values.map((value) => onlyClock.exec(value)!.groups!),
        seconds,
        half,
      ),
      'clock',
    );
  }
  if (all(/^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])([01]\d|2[0-3])[0-5]\d[0-5]\d$/))
    return format('yyyyMMddHHmmss', 'both');
  if (all(numeric)) return fromNumbers(values.map((value) => numeric.exec(value)!.groups!));
  if (all(named)) return fromNames(values.map((value) => named.exec(value)!.groups!));
  return undefined;
}

function unixForm(values: readonly string[]): FoundTimeForm | undefined {
  if (!values.every((value) => /^\d{9,17}(\.\d+)?$/.test(value))) return undefined;
  const unit = units.find(({ perSecond }) =>
    values.every(
      (value) => Number(value) >= EARLIEST_S * perSecond && Number(value) <= LATEST_S * perSecond,
    ),
  );
  return unit === undefined
    ? undefined
    : { form: unit.form, isFormat: false, parts: 'both', hasZone: true };
}

type Groups = Readonly<Record<string, string | undefined>>;

function format(text: string, parts: FoundTimeForm['parts'], doubt?: string): FoundTimeForm {
  return {
    form: text,
    isFormat: true,
    parts,
    hasZone: false,
    ...(doubt === undefined ? {} : { doubt }),
  };
}

function clockFormat(
  all: readonly Groups[],
  seconds: string | undefined,
  half: string | undefined,
): string {
  const isPadded = all.every(({ hour }) => hour!.length === 2);
  const hour = half === undefined ? (isPadded ? 'HH' : 'H') : isPadded ? 'hh' : 'h';
  const end = half === undefined ? '' : half.startsWith(' ') ? ' a' : 'a';
  return `${hour}:mm${seconds === undefined ? '' : ':ss'}${end}`;
}

/** A form such as `14.11.2023 22:13`, where a number above 12 shows which one is the day. */
function fromNumbers(all: readonly Groups[]): FoundTimeForm | undefined {
  const [first] = all as [Groups];
  const mark = first['mark']!;
  if (all.some((each) => each['mark'] !== mark || each['gap'] !== first['gap'])) return undefined;
  if (all.some((each) => each['seconds'] === undefined) !== (first['seconds'] === undefined))
    return undefined;
  const most = (part: 'a' | 'b' | 'c'): number =>
    Math.max(...all.map((each) => Number(each[part])));
  // When days may have one digit, months may also have one in later rows.
  const isShort = all.some((each) => each['a']!.length === 1 || each['b']!.length === 1);
  const day = isShort ? 'd' : 'dd';
  const month = isShort ? 'M' : 'MM';
  const year = first['c']!.length === 4 ? 'yyyy' : 'yy';
  const time = first['hour'] === undefined ? '' : clockFormat(all, first['seconds'], first['half']);
  const end = time === '' ? '' : `${quotedGap(first['gap']!)}${time}`;
  const parts = time === '' ? 'date' : 'both';
  if (first['a']!.length === 4) return format(`yyyy${mark}${month}${mark}${day}${end}`, parts);
  if (most('a') > 31 || most('b') > 31) return undefined;
  const dayFirst = `${day}${mark}${month}${mark}${year}${end}`;
  const monthFirst = `${month}${mark}${day}${mark}${year}${end}`;
  if (most('a') > 12 && most('b') > 12) return undefined;
  if (most('a') > 12 || mark === '.') return format(dayFirst, parts);
  if (most('b') > 12) return format(monthFirst, parts);
  return format(
    dayFirst,
    parts,
    `day and month cannot be told apart: ${monthFirst} is possible, too`,
  );
}

function fromNames(all: readonly Groups[]): FoundTimeForm | undefined {
  const [first] = all as [Groups];
  const name = first['month1'] ?? first['month2']!;
  const month = all.every((each) => (each['month1'] ?? each['month2'])!.length === 3)
    ? 'MMM'
    : 'MMMM';
  if (!Number.isFinite(Date.parse(`1 ${name} 2000`))) return undefined;
  const date =
    first['month1'] === undefined
      ? `${month} d, yyyy`
      : `d${first['gap1']}${month}${first['gap2']}yyyy`;
  if (first['hour'] === undefined) return format(date, 'date');
  return format(
    `${date}${first['gap']}${clockFormat(all, first['seconds'], first['half'])}`,
    'both',
  );
}

/** Letters between date and time are quoted in Luxon's formats. */
function quotedGap(gap: string): string {
  return gap.replaceAll(/\p{L}+/gu, (letters) => `'${letters}'`);
}
