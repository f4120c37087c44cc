import { anywhere, privateOpeners, privateReplies } from '../quickstart/small-talk.ts';
import { topics } from '../quickstart/topics.ts';

const fillings = {
  thing: 'the long ladder',
  day: 'Thursday',
  time: '18:30',
  place: 'the tea kitchen',
  number: '12',
  name: 'Zoë',
};

/** Some hundred sentences as in real messages. */
export const sentences: readonly string[] = [
  ...topics.flatMap(({ openers, replies }) => [...openers, ...replies]),
  ...anywhere,
  ...privateOpeners,
  ...privateReplies,
].map((sentence) =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, slot: keyof typeof fillings) => fillings[slot]),
);
