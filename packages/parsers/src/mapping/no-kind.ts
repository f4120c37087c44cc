/** Why a row is filtered that belongs to no kind of its file. */
export const NO_KIND = 'no kind takes the row';
