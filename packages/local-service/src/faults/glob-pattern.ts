/** A pattern for names in which `*` stands for any run of characters. */
export function globPattern(glob = '*'): RegExp {
  const parts = glob
    .split('*')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 'u');
}
