import type { TestedApp } from './tested-app.ts';

/** Creates users with these names and returns their uids, in the same order. */
export async function makeUsers<const Names extends readonly string[]>(
  { client, id }: TestedApp,
  names: Names,
): Promise<{ [At in keyof Names]: string }> {
  const users = names.map((name) => ({ uid: id(name), name }));
  for (const body of users) await client.users.create({ body });
  return users.map(({ uid }) => uid) as { [At in keyof Names]: string };
}

/** Sends a text from one user to another and returns the message's id. */
export async function sendText(
  { client }: TestedApp,
  from: string,
  to: string,
  text: string,
): Promise<string> {
  const { data } = await client.messages.send({
    body: { receiver: to, receiverType: 'user', category: 'message', type: 'text', data: { text } },
    onBehalfOf: from,
  });
  return data.id!;
}
