import { SourceError } from '../errors/source-error.ts';

/**
 * Loads the package that connects to a server. Users without such a database need not install the package.
 *
 * @param load imports the package
 * @param packages the packages to install, each with its major version
 * @throws {SourceError} `no-driver`
 */
export async function loadDriver<Driver>(
  load: () => Promise<Driver>,
  system: string,
  packages: string,
): Promise<Driver> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const names = packages.split(' ').map((each) => each.replace(/@\d+$/, ''));
    throw new SourceError(
      'no-driver',
      `Reading ${system} needs ${names.join(' and ')}, not installed here.`,
      `Install ${names.length === 1 ? 'it' : 'them'} where chatferry is installed: npm install ${packages}, with --global if chatferry was.`,
      { cause: error },
    );
  }
}
