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

/** Milliseconds that what was signed is good, either way: clocks differ. */
const validity = 300_000

/** Gives a name to the address that has signed for it. Throws why not: 400, 401, or 409 where it is another's. */
export async function registerName(
  { store, check, zone, now }: Registry,
  { body, signal }: { readonly body: unknown; readonly signal: AbortSignal },
): Promise<void> {
  const { message, signature, ...claim } = parseRegistration(body, zone)
  if (Math.abs(now - claim.signedAt) > validity)
    throw refuseName('message.timestamp', 'That was not signed in the last five minutes.', 401)
  const caipNetworkId = toCoinChain(claim.coinType)
  if (caipNetworkId === null) throw refuseName('coin_type', 'Names are given to accounts of EVM chains only.')
  const { address } = claim
  const by = await check({ caipNetworkId, address, message, signature, signal })
  if (by === 'nobody') throw refuseName('signature', 'That is no signature of the address.', 401)
  // another contract may stand at the same address of another chain
  const owner = `${by === 'key' ? 'eip155' : caipNetworkId}:${address.toLowerCase()}`
  if (await store.claim({ ...claim, owner, now })) return
  throw refuseName('name', 'That name is taken.', 409)
}
