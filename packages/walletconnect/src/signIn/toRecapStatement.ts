import type { Recap } from './parseRecap.js'

const opening = 'I further authorize the stated URI to perform the following actions on my behalf:'

/** A statement with the words of a ReCap behind it, once; wallets that keep them in the statement have said them. [EIP-5573] */
export function toRecapStatement(statement: string | undefined, recap: Recap | null): string | undefined {
  if (!recap || statement?.includes(opening)) return statement
  const parts = Object.entries(recap).flatMap(([target, limits]) =>
    [...groupNames(Object.keys(limits))].map(
      ([family, names]) => `'${family}': '${names.join("', '")}' for '${target}'.`,
    ),
  )
  const words = [opening, ...parts.map((part, index) => `(${index + 1}) ${part}`)].join(' ')
  return statement ? `${statement} ${words}` : words
}

/** `family/name` in the order of the dictionary, as wallets have it. */
function groupNames(abilities: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const families = new Map<string, string[]>()
  const pairs = abilities.map((ability) => ability.split('/') as [string, string?])
  for (const [family, name = ''] of pairs.sort(([, a = ''], [, b = '']) => a.localeCompare(b, 'en')))
    families.set(family, [...(families.get(family) ?? []), name])
  return families
}
