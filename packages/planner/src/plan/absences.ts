/** Words for records without a row, by the reason why the row is missing. */
export const absences = {
  'not-in-export': { one: 'is not in the export', many: 'are not in the export' },
  'filtered-or-absent': {
    one: 'is not in the export, or was filtered',
    many: 'are not in the export, or were filtered',
  },
} as const;
