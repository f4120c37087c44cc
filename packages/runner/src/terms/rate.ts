/** Requests a minute; 0 sends nothing until the rate changes. */
export type Rate = number | 'unlimited';
