import { setMaxListeners } from 'node:events'
import { createEvmVerifier } from '@latchkey/adapter-evm/verify'
import type { Network } from '@latchkey/core'
import { getAddress } from 'viem'
import type { GatewayContext } from '../context.js'
import type { ServedChain } from './chainBook.js'

type SignatureClaim = {
  readonly caipNetworkId: string
  readonly address: string
  readonly message: string
  readonly signature: string
  readonly signal: AbortSignal
}

/** The signer: a key, the contract at the address, or `nobody` if the signature is invalid. */
export type CheckSignature = (claim: SignatureClaim) => Promise<'key' | 'contract' | 'nobody'>

/**
 * Creates a check of signatures of EVM accounts on the served chains: keys, ERC-1271 and ERC-6492. It throws 400 for other chains, and
 * rejects if a required node does not respond.
 */
export function createSignatureCheck({
  chains,
  fetch,
  ended,
}: Pick<GatewayContext, 'chains' | 'fetch' | 'ended'>): CheckSignature {
  // every pending check adds a listener
  setMaxListeners(0, ended)
  const { verify } = createEvmVerifier({ fetch, signal: ended })
  return async ({ caipNetworkId, ...claim }) => {
    const chain = chains.get(caipNetworkId)
    const url = await chain.node.verify(claim.signal)
    // accounts are in lower case here (CAIP-10), and the verifier takes addresses with their checksum
    const verdict = await verify({ ...claim, address: getAddress(claim.address), network: toEvmNetwork(chain, url) })
    return verdict.isValid ? verdict.by : 'nobody'
  }
}

function toEvmNetwork({ name, reference, nativeCurrency }: ServedChain, url: string): Network {
  return {
    id: Number(reference),
    name,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${reference}`,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
  }
}
