import { isRecord } from '@latchkey/core'
import { InvalidRequestError } from '../InvalidRequestError.js'

/** How a node is asked to take a transaction. */
export type SendOptions = {
  readonly skipPreflight?: boolean
  readonly preflightCommitment?: string
  readonly maxRetries?: number
  readonly minContextSlot?: number
}

const commitments = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max']
const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const rules: { readonly [option in keyof SendOptions]-?: (value: unknown) => boolean } = {
  skipPreflight: (value) => typeof value === 'boolean',
  preflightCommitment: (value) => commitments.includes(value as string),
  maxRetries: isCount,
  minContextSlot: isCount,
}

/** The options of solana_signAndSendTransaction; others mean nothing to a node and are left out. Throws InvalidRequestError. */
export function parseSendOptions(given: unknown): SendOptions | undefined {
  if (given === undefined || given === null) return undefined
  if (!isRecord(given)) throw new InvalidRequestError('options is no object')
  const names = Object.keys(rules) as (keyof SendOptions)[]
  const present = names.filter((name) => given[name] !== undefined && given[name] !== null)
  for (const name of present)
    if (!rules[name](given[name])) throw new InvalidRequestError(`options.${name} is of another type`)
  return Object.fromEntries(present.map((name) => [name, given[name]])) as SendOptions
}
