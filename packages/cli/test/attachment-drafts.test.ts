import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { recordsOfRows } from './support/records-of-rows.ts';
import { startRig } from './support/rig.ts';

const at = (name: string): string => `https://files.example.org/${name}`;

/** Contents of messages other than texts, and the names of the files that have to arrive. */
const messages = [
  {
    content: { files: [{ url: at('a.png') }, { url: at('b.pdf') }, { url: at('c.mp4') }] },
    names: ['a.png', 'b.pdf', 'c.mp4'],
  },
  { content: { images: [at('d.png'), at('e.png')] }, names: ['d.png', 'e.png'] },
  { content: { video_url: at('f.mp4') }, names: ['f.mp4'] },
  { content: { files: [{ url: at('g.png') }], images: [at('h.png')] }, names: ['g.png', 'h.png'] },
];

test('every attachment of a list is carried, and so are lists of addresses', async () => {
  await using rig = await startRig();
  const rows = messages.map(({ content }, nth) => ({
    id: `m${nth}`,
    senderId: 'u1',
    receiverId: 'u2',
    text: 'Look at these',
    sentAt: 1_700_000_000 + nth,
    ...content,
  }));
  const file = rig.write('messages.json', JSON.stringify(rows));
  const config = path.join(rig.folder, 'chatferry.yaml');

  await rig.cli(['init', file, `--config=${config}`, '--accept=onMissingUser']);
  const { status } = await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);

  expect(status).toBe(0);
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const sent = recordsOfRows(plan, 'messages').map(({ data }) =>
    (data as { attachments: { name: string }[] }).attachments.map(({ name }) => name),
  );
  for (const [nth, { names }] of messages.entries())
    expect(sent[nth]!.toSorted((one, other) => one.localeCompare(other))).toEqual(names);
});

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Cells with two addresses, and the line of the draft that reads them. */
test.each<[string, readonly string[]]>([
  ['commas', [`${at('a.png')},${at('b.pdf')}`, at('c.mp4')]],
  ['bars', [`${at('a.png')}|${at('b.pdf')}`, at('c.mp4')]],
  ['blanks', [`${at('a.png')} ${at('b.pdf')}`, at('c.mp4')]],
  ['lists as JSON', [JSON.stringify([at('a.png'), at('b.pdf')]), JSON.stringify([at('c.mp4')])]],
  [
    'objects in JSON',
    [JSON.stringify([{ url: at('a.png') }, { url: at('b.pdf') }]), `[{"url":"${at('c.mp4')}"}]`],
  ],
  ['names of files', ['a.png, b.pdf', 'c.mp4']],
])('a cell with several addresses is several attachments: %s', async (_, cells) => {
  await using rig = await startRig();
  const rows = cells.map(
    (cell, nth) => `m${nth},u1,u2,Look at these,170000000${nth},${quoted(cell)}\n`,
  );
  const header = 'id,senderId,receiverId,text,sentAt,images\n';
  const file = rig.write('messages.csv', header + rows.join(''));
  const config = path.join(rig.folder, 'chatferry.yaml');
  const base = cells[1] === 'c.mp4' ? ',messages.images=https://files.example.org/' : '';

  await rig.cli(['init', file, `--config=${config}`, `--accept=onMissingUser${base}`]);
  const { status } = await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);

  expect(status).toBe(0);
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const sent = recordsOfRows(plan, 'messages').map(({ data }) =>
    (data as { attachments: { url: string }[] }).attachments.map(({ url }) => url),
  );
  expect(sent).toEqual([[at('a.png'), at('b.pdf')], [at('c.mp4')]]);
});
