import { limits, type Row } from '@chatferry/contract';

/** The most characters that the service stores of fields that may be longer in some systems. */
const most = { name: limits.nameLength, description: limits.descriptionLength } as const;

/** A name as long as the service stores it. */
export function shortName(name: string): string {
  return name.slice(0, most.name).toWellFormed();
}

/** A row whose name and description are as long as the service stores them. @param onCut takes a fact for the report */
export function withShortTexts(row: Row, onCut: (fact: string) => void): Row {
  let fitting = row;
  for (const field of ['name', 'description'] as const) {
    const value = row[field];
    if (typeof value !== 'string') continue;
    const cut = value.slice(0, most[field]).toWellFormed();
    if (cut !== value) fitting = { ...fitting, [field]: cut };
    if (value.length > most[field]) onCut(`${field}s cut to ${most[field]} characters`);
  }
  return fitting;
}
