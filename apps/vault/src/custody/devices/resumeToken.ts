import type { Keys } from '../keys/keys.js'
import { isSameMac, toMac } from '../sealing/toMac.js'

type Turn = { readonly id: string; readonly generation: number }

/** What a page keeps for a frame without cookies. It says which device and how often it was taken up, under a key of ours. */
export function toResumeToken({ tokens }: Keys, { id, generation }: Turn): string {
  return `${id}.${generation}.${toMac(tokens, ['resume', id, generation]).toString('base64url')}`
}

/** The device and turn of a token that custody made, or null. */
export function parseResumeToken({ tokens }: Keys, token: string): Turn | null {
  const [, id, turn, mac] = /^([0-9a-f]{32})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? []
  if (id === undefined || turn === undefined || mac === undefined) return null
  const generation = Number(turn)
  return isSameMac(Buffer.from(mac, 'base64url'), toMac(tokens, ['resume', id, generation])) ? { id, generation } : null
}
