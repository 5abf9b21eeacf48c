import type { CheckSignature } from '../signatures/createSignatureCheck.js'
import type { NameStore } from './createNameStore.js'
import { parseRegistration } from './parseRegistration.js'
import { refuseName } from './refuseName.js'
import { toCoinChain } from './toCoinChain.js'

export type Registry = {
  readonly store: NameStore
  readonly check: CheckSignature
  readonly zone: string | undefined
  readonly now: number
}

export type RegisterNameOptions = {
  readonly body: unknown
  /** Of the page that asks, as its browser says. */
  readonly origin: string | undefined
  readonly signal: AbortSignal
}

/** Milliseconds for which a signature counts at most. Clocks may differ by as much. */
const validity = 300_000

/**
 * Gives a name to the address that has signed for it: for this page, this chain, and no longer than five minutes. Throws why not: 400,
 * 401, or 409 where it belongs to another address.
 */
export async function registerName(
  { store, check, zone, now }: Registry,
  { body, origin, signal }: RegisterNameOptions,
): Promise<void> {
  const { message, signature, domain, chainId, expiresAt, ...claim } = parseRegistration(body, zone)
  if (Math.abs(now - claim.signedAt) > validity)
    throw refuseName('message.timestamp', 'That was not signed in the last five minutes.', 401)
  if (expiresAt <= now || expiresAt - claim.signedAt > validity)
    throw refuseName('message.expiresAt', 'That has expired, or is valid for more than five minutes.', 401)
  if (origin !== domain)
    throw refuseName('message.domain', 'That was signed for another page than the one that asks.', 401)
  const caipNetworkId = toCoinChain(claim.coinType)
  if (caipNetworkId === null) throw refuseName('coin_type', 'Names are given to accounts of EVM chains only.')
  if (chainId !== caipNetworkId)
    throw refuseName('message.chainId', 'That was signed for another chain than coin_type.', 401)
  const { address } = claim
  const by = await check({ caipNetworkId, address, message, signature, signal })
  if (by === 'nobody') throw refuseName('signature', 'That is no signature of the address.', 401)
  // another contract may stand at the same address of another chain
  const owner = `${by === 'key' ? 'eip155' : caipNetworkId}:${address.toLowerCase()}`
  if (await store.claim({ ...claim, owner, now })) return
  throw refuseName('name', 'That name is taken.', 409)
}
