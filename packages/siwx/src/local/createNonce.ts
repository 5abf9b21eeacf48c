import type { Env } from '@latchkey/core'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 24 letters and digits of five random bits each, 120 bits in all. [EIP-4361] */
export function createNonce(env: Pick<Env, 'random'>): string {
  return Array.from(env.random(24), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}
