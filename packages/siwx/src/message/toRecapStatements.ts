import type { Recap } from './parseRecap.js'

type Compare = (a: string, b: string) => number

const opening = 'I further authorize the stated URI to perform the following actions on my behalf:'

/**
 * How a ReCap may be said in words. EIP-5573 orders targets and abilities by their characters; wallets also take the order
 * in which they are written, and that of the dictionary. All say the same.
 */
export function toRecapStatements(recap: Recap): readonly string[] {
  const asWritten: Compare = () => 0
  const byCharacters: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
  const byDictionary: Compare = (a, b) => a.localeCompare(b, 'en')
  const ways: readonly (readonly [Compare, Compare])[] = [
    [byCharacters, byCharacters],
    [byDictionary, byDictionary],
    [asWritten, byDictionary],
    [asWritten, asWritten],
  ]
  return [...new Set(ways.map(([targets, names]) => toStatement(recap, targets, names)))]
}

function toStatement(recap: Recap, compareTargets: Compare, compareNames: Compare): string {
  const parts = [...recap]
    .sort((a, b) => compareTargets(a.target, b.target))
    .flatMap(({ target, abilities }) =>
      group(abilities, compareNames).map(([family, names]) => `'${family}': '${names.join("', '")}' for '${target}'.`),
    )
  return [opening, ...parts.map((part, index) => `(${index + 1}) ${part}`)].join(' ')
}

function group(abilities: readonly string[], compare: Compare): readonly (readonly [string, readonly string[]])[] {
  const families = new Map<string, string[]>()
  for (const [family = '', name = ''] of abilities.map((ability) => ability.split('/')))
    families.set(family, [...(families.get(family) ?? []), name])
  return [...families]
    .sort(([a], [b]) => compare(a, b))
    .map(([family, names]) => [family, names.sort((a, b) => compare(a, b))])
}
