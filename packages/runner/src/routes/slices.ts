/** Positions in groups of at most `size`, in order. */
export function slicesOf(positions: readonly number[], size: number): (readonly number[])[] {
  return Array.from({ length: Math.ceil(positions.length / size) }, (_, index) =>
    positions.slice(index * size, (index + 1) * size),
  );
}
