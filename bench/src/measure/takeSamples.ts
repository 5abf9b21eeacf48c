/**
 * Visits each page alternately, so that other load on the machine affects all of them. The first round warms up the
 * browser and doesn't count.
 *
 * @returns the results of the visits to each page, in order
 */
export async function takeSamples<Name extends string, Result>(
  names: readonly Name[],
  count: number,
  visit: (name: Name) => Promise<Result>,
): Promise<Readonly<Record<Name, readonly Result[]>>> {
  const taken = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>
  for (let round = 0; round <= count; round++) {
    for (const name of names) {
      const result = await visit(name)
      if (round > 0) taken[name].push(result)
    }
  }
  return taken
}
