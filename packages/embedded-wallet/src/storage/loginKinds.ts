import type { LoginMethod, Social } from '@latchkey/core'
import { isSocial } from '@latchkey/core/plugin'
import type { FrameMemory } from './frameMemory.js'

/** Maximum number of accounts; the oldest are dropped first. */
const maxAccounts = 20

/** A login without an email. */
export type LoginKind = Exclude<LoginMethod, 'email'>

/** How the user of an account logs in; undefined for email or unknown. [S4.6] */
export function getLoginKind(memory: FrameMemory, address: string): LoginKind | undefined {
  return read(memory).find(([own]) => own === toKey(address))?.[1]
}

/** Stores how the user of these accounts has logged in, which outlives the login. */
export function storeLoginKind(memory: FrameMemory, addresses: readonly string[], kind: LoginKind | undefined): void {
  const own = addresses.map(toKey)
  const others = read(memory).filter(([address]) => !own.includes(address))
  const entries = [...(kind ? own.map((address) => [address, kind] as const) : []), ...others].slice(0, maxAccounts)
  if (entries.length > 0) memory.set('loginKinds', entries.map((entry) => entry.join('=')).join(','))
  else memory.delete('loginKinds')
}

/** Parses a provider name from storage. */
export function parseSocial(value: unknown): Social | undefined {
  return isSocial(value) ? value : undefined
}

/** Parses the name of a login from storage. */
export function parseLoginKind(value: unknown): LoginKind | undefined {
  return value === 'passkey' || value === 'phone' ? value : parseSocial(value)
}

function read(memory: FrameMemory): readonly (readonly [address: string, kind: LoginKind])[] {
  const entries = (memory.get('loginKinds') ?? '').split(',').map((entry) => entry.split('='))
  return entries.flatMap(([address, kind]) => {
    const known = parseLoginKind(kind)
    return address && known ? [[address, known] as const] : []
  })
}

/** Case-insensitive. */
function toKey(address: string): string {
  return address.toLowerCase()
}
