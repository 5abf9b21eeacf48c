/**
 * Abilities by name, whose code is loaded by the first call of any. A name that `load` does not bring is no ability: its call
 * rejects.
 */
export function toLazyFeatures<features extends object>(
  names: readonly (keyof features & string)[],
  load: () => Promise<features>,
): features {
  const toFeature =
    (name: keyof features) =>
    async (request: never): Promise<unknown> =>
      ((await load())[name] as (request: never) => unknown)(request)
  return Object.fromEntries(names.map((name) => [name, toFeature(name)])) as features
}
