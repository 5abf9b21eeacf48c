import type { Recap } from './parseRecap.js'

type Compare = (a: string, b: string) => number
type Way = { readonly targets: Compare; readonly families: Compare; readonly names: Compare }

const opening = 'I further authorize the stated URI to perform the following actions on my behalf:'

/**
 * How a ReCap may be said in words. EIP-5573 orders targets and abilities by their characters; wallets also take the order
 * in which they are written, and that of the dictionary. All say the same.
 */
export function toRecapStatements(recap: Recap): readonly string[] {
  const asWritten: Compare = () => 0
  const byCharacters: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
  const byDictionary: Compare = (a, b) => a.localeCompare(b, 'en')
  const ways: readonly Way[] = [
    { targets: byCharacters, families: byCharacters, names: byCharacters },
    { targets: byDictionary, families: byDictionary, names: byDictionary },
    { targets: asWritten, families: asWritten, names: byDictionary },
    { targets: asWritten, families: asWritten, names: asWritten },
  ]
  return [...new Set(ways.map((way) => toStatement(recap, way)))]
}

function toStatement(recap: Recap, way: Way): string {
  const parts = [...recap]
    .sort((a, b) => way.targets(a.target, b.target))
    .flatMap(({ target, abilities }) =>
      group(abilities, way).map(([family, names]) => `'${family}': '${names.join("', '")}' for '${target}'.`),
    )
  return [opening, ...parts.map((part, index) => `(${index + 1}) ${part}`)].join(' ')
}

function group(abilities: readonly string[], way: Way): readonly (readonly [string, readonly string[]])[] {
  const families = new Map<string, string[]>()
  const pairs = abilities.map((ability) => ability.split('/')).sort(([, a = ''], [, b = '']) => way.names(a, b))
  for (const [family = '', name = ''] of pairs) families.set(family, [...(families.get(family) ?? []), name])
  return [...families].sort(([a], [b]) => way.families(a, b))
}
