/** Shows events as they come. @returns what is returned after the last one */
export async function shown<Event, Outcome>(
  events: AsyncGenerator<Event, Outcome>,
  show: (event: Event) => void,
): Promise<Outcome> {
  let each = await events.next();
  for (; each.done !== true; each = await events.next()) show(each.value);
  return each.value;
}
