import { isRecord } from '@latchkey/core'

/** What a ReCap allows: targets with their abilities, each `family/name`, in the order in which they are written. */
export type Recap = readonly { readonly target: string; readonly abilities: readonly string[] }[]

const prefix = 'urn:recap:'

/** Whether a resource is a ReCap, good or not. [EIP-5573] */
export function isRecap(resource: string): boolean {
  return resource.toLowerCase().startsWith(prefix)
}

/** What a resource `urn:recap:…` allows; null where it is none to the letter. [EIP-5573] */
export function parseRecap(resource: string): Recap | null {
  if (!resource.startsWith(prefix)) return null
  const details = decode(resource.slice(prefix.length))
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

/** Base64url without padding; wallets write plain base64 too. */
function decode(text: string): unknown {
  if (!/^[a-z0-9+/_-]+$/i.test(text)) return null
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null // no base64, no UTF-8 or no JSON
  }
}

function isLimit(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}

/** It stands between quotes in the statement, where it must not say more than it is. */
function isQuotable(target: string): boolean {
  return /^[^\s'\p{C}]+$/u.test(target)
}

function isAbility(text: string): boolean {
  return /^[a-z0-9.*_+-]+\/[a-z0-9.*_+-]+$/i.test(text)
}
