import type { Network } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { describe } from '../connectors/parseChainId.js'
import { toHex, toQuantity } from '../features/hex.js'
import type { Rpc } from '../rpc/createRpc.js'
import { encodeCheck } from './encodeCheck.js'
import type { SignedHash } from './isSignedByKey.js'
import { parseWrapped } from './parseWrapped.js'

export type ContractClaim = SignedHash & { readonly network: Network; readonly signal: AbortSignal }

/** Units of gas for the whole call: what SignatureCheck.sol gives away, and the bytes of the longest signature. */
const mostGas = 12_000_000

const nobody = '0x0000000000000000000000000000000000000000'

/**
 * Whether the contract at an address takes a signature (ERC-1271), also one that is not deployed yet or has to be prepared
 * first (ERC-6492). All of it happens in one `eth_call`, within bounds of gas: nothing that a hostile factory or account does
 * stays, and none of it is taken for a fault of the node.
 *
 * Throws as {@link Rpc} does, and `INTERNAL_ERROR` for an answer that the check does not give.
 */
export async function isSignedByContract(rpc: Rpc, claim: ContractClaim): Promise<boolean> {
  const { address, hash, network, signal } = claim
  const wrapped = parseWrapped(claim.signature)
  if (!wrapped) return false
  const { signature, factory = nobody, prepare = '0x' } = wrapped
  const data = encodeCheck({ address, hash: toHex(hash), signature, factory, prepare })
  const call = { method: 'eth_call', params: [{ data, gas: toQuantity('gas', mostGas) }, 'latest'] }
  const reply = await rpc.request(network, call, signal)
  if (typeof reply === 'string' && /^0x0{63}[01]$/.test(reply)) return reply.endsWith('1')
  throw new RpcError(-32603, 'INTERNAL_ERROR', { details: `eth_call: ${describe(reply)}` })
}
