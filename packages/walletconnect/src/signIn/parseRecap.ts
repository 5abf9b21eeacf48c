import { isRecord } from '@latchkey/core'
import { base64urlnopad } from '@scure/base'

/** What may be done (`request/personal_sign`), each with its limits, by what it may be done to (`eip155`). [EIP-5573] */
export type Recap = { readonly [target: string]: { readonly [ability: string]: readonly unknown[] } }

const prefix = 'urn:recap:'
/** Characters; nobody allows more. */
const longest = 65_536

/** Whether a resource is a ReCap, good or not. */
export function isRecap(resource: string): boolean {
  return resource.startsWith(prefix)
}

/** What a resource `urn:recap:…` allows; null where it cannot be read. [EIP-5573] */
export function parseRecap(resource: string): Recap | null {
  if (!isRecap(resource) || resource.length > longest) return null
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
