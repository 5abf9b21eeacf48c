import { isRecord } from '@latchkey/core'
import { base64urlnopad } from '@scure/base'

/** What may be done (`request/personal_sign`), each with its limits, by what it may be done to (`eip155`). [EIP-5573] */
export type Recap = { readonly [target: string]: { readonly [ability: string]: readonly unknown[] } }

const prefix = 'urn:recap:'

/** Characters; nobody allows more. */
const maxLength = 65_536

/** Whether a resource is a ReCap, good or not. */
export function isRecap(resource: string): boolean {
  return resource.startsWith(prefix)
}

/** What a resource `urn:recap:…` allows; null where it cannot be read. [EIP-5573] */
export function parseRecap(resource: string): Recap | null {
  if (!isRecap(resource) || resource.length > maxLength) return null
  const content = decode(resource.slice(prefix.length))
  const targets = isRecord(content) ? content['att'] : undefined
  if (!isRecord(targets)) return null
  const isGood = Object.values(targets).every(
    (abilities) => isRecord(abilities) && Object.values(abilities).every(isList),
  )
  return isGood ? (targets as Recap) : null
}

/** Base64url without padding; wallets write plain base64 too. */
function decode(text: string): unknown {
  try {
    const bytes = base64urlnopad.decode(text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null // no base64, no UTF-8 or no JSON
  }
}

function isList(limits: unknown): boolean {
  return Array.isArray(limits) && limits.length > 0
}

/**
 * The resources with a ReCap as the last of them, where it has to be: what the wallet is to agree to do on EVM. One that the
 * app brought goes into it. [EIP-5573]
 */
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

/** By characters, as EIP-5573 has it; names of methods are in the order of the dictionary then too. */
function byName(a: string, b: string): number {
  return a < b ? -1 : 1
}

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
