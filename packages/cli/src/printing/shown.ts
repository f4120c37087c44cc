/** Shows each event when it arrives. @returns the return value of the generator */
export async function shown<Event, Outcome>(
  events: AsyncGenerator<Event, Outcome>,
  show: (event: Event) => void,
): Promise<Outcome> {
  let each = await events.next();
  for (; each.done !== true; each = await events.next()) show(each.value);
  return each.value;
}
