import { isRecord } from '@latchkey/core'
import { invalidParams } from './invalidParams.js'
import type { SolanaSendOptions } from './types.js'

type Check = { readonly isSound: (value: unknown) => boolean; readonly words: string }

const commitments: readonly unknown[] = ['processed', 'confirmed', 'finalized']
const count: Check = {
  isSound: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  words: 'a whole number from zero up',
}
const checks: { readonly [name in keyof SolanaSendOptions]-?: Check } = {
  skipPreflight: { isSound: (value) => typeof value === 'boolean', words: 'true or false' },
  preflightCommitment: { isSound: (value) => commitments.includes(value), words: 'processed, confirmed or finalized' },
  maxRetries: count,
  minContextSlot: count,
}

/** Options without what is undefined in them. Throws `INVALID_PARAMS` with the one that is wrong. [S5.11] */
export function parseSendOptions(options: unknown): SolanaSendOptions {
  if (options === undefined) return {}
  if (!isRecord(options)) throw invalidParams('options is no object.')
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof SolanaSendOptions] : undefined
    if (!check) throw invalidParams(`options has no ${name}.`)
    if (!check.isSound(value)) throw invalidParams(`options.${name} is not ${check.words}.`)
  }
  return Object.fromEntries(given)
}
