import type { ConnectorFeatures } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { askWallet } from '../connectors/askWallet.js'
import type { Observer } from '../connectors/createWallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { assertAccount, assertNetwork } from './assertWallet.js'
import { toSignature } from './signMessage.js'
import type { EvmTypedData } from './types.js'

type Request = Parameters<ConnectorFeatures['typedData:sign']>[0]

/** The fields of a domain in their order (EIP-712). */
const domainTypes = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/**
 * `eth_signTypedData_v4` (EIP-712). Throws `INVALID_PARAMS` where the domain is for another chain: such a signature
 * would be of no use here, and of use there.
 */
export async function signTypedData(link: WalletLink, wallet: Observer, request: Request): Promise<string> {
  const { account, network, signal, typedData } = request
  const chainId = typedData.domain?.chainId
  if (chainId !== undefined) {
    if (String(chainId) !== String(network.id))
      throw new RpcError(-32602, 'INVALID_PARAMS', { details: `domain.chainId is ${chainId}, not ${network.id}.` })
    await assertNetwork(link, wallet, request)
  }
  await assertAccount(link, wallet, request)
  const call = { method: 'eth_signTypedData_v4', params: [account.address, toJson(typedData)] }
  return toSignature(await askWallet(link, call, { signal }))
}

/** Exact also beyond 2^53: a bigint is written as decimal text. */
function toJson({ domain = {}, types, primaryType, message }: EvmTypedData): string {
  const fields = Object.entries(domainTypes).filter(([name]) => domain[name as keyof typeof domain] !== undefined)
  const EIP712Domain = fields.map(([name, type]) => ({ name, type }))
  return JSON.stringify({ types: { EIP712Domain, ...types }, primaryType, domain, message }, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
