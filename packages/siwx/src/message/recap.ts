import { isRecord } from '@latchkey/core'

/** The permissions of a ReCap: targets with their abilities (`family/name`), in their original order. */
export type Recap = readonly { readonly target: string; readonly abilities: readonly string[] }[]

const recapPrefix = 'urn:recap:'

/** Whether a resource is a ReCap, valid or not. [EIP-5573] */
export function isRecap(resource: string): boolean {
  return resource.toLowerCase().startsWith(recapPrefix)
}

/** Parses a resource `urn:recap:…`. Null if it isn't strictly valid. [EIP-5573] */
export function parseRecap(resource: string): Recap | null {
  if (!resource.startsWith(recapPrefix)) return null
  const details = decode(resource.slice(recapPrefix.length))
  const attenuations = isRecord(details) ? details['att'] : undefined
  if (!isRecord(attenuations)) return null
  const recap = Object.entries(attenuations).map(([target, limits]) => ({
    target,
    abilities: isRecord(limits) && Object.values(limits).every(isLimit) ? Object.keys(limits) : [],
  }))
  const isGood = recap.every(
    ({ target, abilities }) => isQuotable(target) && abilities.length > 0 && abilities.every(isAbility),
  )
  return recap.length > 0 && isGood ? recap : null
}

/** Base64url without padding. Some wallets write plain base64. */
function decode(text: string): unknown {
  if (!/^[a-z0-9+/_-]+$/i.test(text)) return null
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null // invalid base64, UTF-8 or JSON
  }
}

function isLimit(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}

/** The statement quotes the target, so it must not contain a quote or anything invisible. */
function isQuotable(target: string): boolean {
  return /^[^\s'\p{C}]+$/u.test(target)
}

function isAbility(text: string): boolean {
  return /^[a-z0-9.*_+-]+\/[a-z0-9.*_+-]+$/i.test(text)
}

type Compare = (a: string, b: string) => number

type RecapOrder = { readonly targets: Compare; readonly families: Compare; readonly names: Compare }

const opening = 'I further authorize the stated URI to perform the following actions on my behalf:'

/**
 * The statements that can describe a ReCap. EIP-5573 sorts targets and abilities by code unit; wallets also use their original
 * order, or dictionary order.
 */
export function toRecapStatements(recap: Recap): readonly string[] {
  const asWritten: Compare = () => 0
  const byCharacters: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
  const byDictionary: Compare = (a, b) => a.localeCompare(b, 'en')
  const ways: readonly RecapOrder[] = [
    { targets: byCharacters, families: byCharacters, names: byCharacters },
    { targets: byDictionary, families: byDictionary, names: byDictionary },
    { targets: asWritten, families: asWritten, names: byDictionary },
    { targets: asWritten, families: asWritten, names: asWritten },
  ]
  return [...new Set(ways.map((way) => toStatement(recap, way)))]
}

function toStatement(recap: Recap, way: RecapOrder): string {
  const parts = [...recap]
    .sort((a, b) => way.targets(a.target, b.target))
    .flatMap(({ target, abilities }) =>
      group(abilities, way).map(([family, names]) => `'${family}': '${names.join("', '")}' for '${target}'.`),
    )
  return [opening, ...parts.map((part, index) => `(${index + 1}) ${part}`)].join(' ')
}

function group(abilities: readonly string[], way: RecapOrder): readonly (readonly [string, readonly string[]])[] {
  const families = new Map<string, string[]>()
  const pairs = abilities.map((ability) => ability.split('/')).sort(([, a = ''], [, b = '']) => way.names(a, b))
  for (const [family = '', name = ''] of pairs) families.set(family, [...(families.get(family) ?? []), name])
  return [...families].sort(([a], [b]) => way.families(a, b))
}
