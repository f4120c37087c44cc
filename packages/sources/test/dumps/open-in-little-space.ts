import { openDatabase } from '../../src/databases/database.ts';

/** Reads a dump, and prints how that ends. */
const [, , dump] = process.argv;
const kinds = { users: { query: 'SELECT id, name FROM users', key: 'id' } };
try {
  await using database = await openDatabase({ dump: dump!, kinds });
  console.log(`opened ${database.name}`);
} catch (error) {
  const { code, message, fix } = error as { code: string; message: string; fix: string };
  console.log(`${code}: ${message} ${fix}`);
}
