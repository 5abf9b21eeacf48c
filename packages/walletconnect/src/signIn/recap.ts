import { isRecord } from '@latchkey/core'
import { base64urlnopad } from '@scure/base'

/** Allowed abilities, e.g. `request/personal_sign`, with their limits, by target, e.g. `eip155`. [EIP-5573] */
export type Recap = { readonly [target: string]: { readonly [ability: string]: readonly unknown[] } }

const prefix = 'urn:recap:'

/** The maximum characters of a ReCap. */
const maxLength = 65_536

/** Whether a resource is a ReCap, valid or not. */
function isRecap(resource: string): boolean {
  return resource.startsWith(prefix)
}

/** Parses a resource `urn:recap:…`; null for an invalid one. [EIP-5573] */
export function parseRecap(resource: string): Recap | null {
  if (!isRecap(resource) || resource.length > maxLength) return null
  const content = decode(resource.slice(prefix.length))
  const targets = isRecord(content) ? content['att'] : undefined
  if (!isRecord(targets)) return null
  const isValid = Object.values(targets).every(
    (abilities) => isRecord(abilities) && Object.values(abilities).every(isList),
  )
  return isValid ? (targets as Recap) : null
}

/** Decodes base64url without padding, or plain base64, which some wallets use. */
function decode(text: string): unknown {
  try {
    const bytes = base64urlnopad.decode(text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null // not base64, UTF-8 or JSON
  }
}

function isList(limits: unknown): boolean {
  return Array.isArray(limits) && limits.length > 0
}

/** Appends a ReCap for EVM methods to the resources, where it has to be last. Merges ReCaps of the app into it. [EIP-5573] */
export function addRecap(resources: readonly string[] | undefined, methods: readonly string[]): readonly string[] {
  const given = resources ?? []
  const others = given.filter((resource) => !isRecap(resource))
  const brought = given.filter(isRecap).map((resource) => parseRecap(resource) ?? {})
  const abilities = [...methods].sort(byName).map((method) => [`request/${method}`, [{}]] as const)
  const targets = new Map<string, object>()
  for (const recap of [...brought, { eip155: Object.fromEntries(abilities) }])
    for (const [target, limits] of Object.entries(recap)) targets.set(target, { ...targets.get(target), ...limits })
  const att = Object.fromEntries([...targets].sort(([a], [b]) => byName(a, b)))
  const text = JSON.stringify({ att })
  return [...others, `urn:recap:${base64urlnopad.encode(new TextEncoder().encode(text))}`]
}

/** Sorts by character codes, as EIP-5573 requires. */
function byName(a: string, b: string): number {
  return a < b ? -1 : 1
}

const opening = 'I further authorize the stated URI to perform the following actions on my behalf:'

/** Appends the text of a ReCap to a statement, unless the wallet has included it already. [EIP-5573] */
export function toRecapStatement(statement: string | undefined, recap: Recap | null): string | undefined {
  if (!recap || statement?.includes(opening)) return statement
  const parts = Object.entries(recap).flatMap(([target, limits]) =>
    [...groupNames(Object.keys(limits))].map(
      ([group, names]) => `'${group}': '${names.join("', '")}' for '${target}'.`,
    ),
  )
  const words = [opening, ...parts.map((part, index) => `(${index + 1}) ${part}`)].join(' ')
  return statement ? `${statement} ${words}` : words
}

/** Groups abilities (`group/name`) in alphabetical order, as wallets do. */
function groupNames(abilities: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  const pairs = abilities.map((ability) => ability.split('/') as [string, string?])
  for (const [group, name = ''] of pairs.sort(([, a = ''], [, b = '']) => a.localeCompare(b, 'en')))
    groups.set(group, [...(groups.get(group) ?? []), name])
  return groups
}
