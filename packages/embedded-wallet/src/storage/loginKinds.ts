import type { Social } from '@latchkey/core'
import type { FrameMemory } from './frameMemory.js'

/** As many accounts as a visitor may have had here; the oldest go first. */
const maxAccounts = 20

const socials: readonly Social[] = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']

/** Where the login of an account was made; undefined of one by email, and where that is not known. [S4.6] */
export function getLoginKind(memory: FrameMemory, address: string): Social | undefined {
  return read(memory).find(([own]) => own === toKey(address))?.[1]
}

/** Keeps where the login of these accounts was made, beyond its end. */
export function storeLoginKind(memory: FrameMemory, addresses: readonly string[], kind: Social | undefined): void {
  const own = addresses.map(toKey)
  const others = read(memory).filter(([address]) => !own.includes(address))
  const entries = [...(kind ? own.map((address) => [address, kind] as const) : []), ...others].slice(0, maxAccounts)
  if (entries.length > 0) memory.set('loginKinds', entries.map((entry) => entry.join('=')).join(','))
  else memory.delete('loginKinds')
}

/** What storage says, as far as it can be. */
export function parseSocial(value: unknown): Social | undefined {
  return socials.find((known) => known === value)
}

function read(memory: FrameMemory): readonly (readonly [address: string, kind: Social])[] {
  const entries = (memory.get('loginKinds') ?? '').split(',').map((entry) => entry.split('='))
  return entries.flatMap(([address, kind]) => {
    const known = parseSocial(kind)
    return address && known ? [[address, known] as const] : []
  })
}

/** The same whichever case an address is written in. */
function toKey(address: string): string {
  return address.toLowerCase()
}
