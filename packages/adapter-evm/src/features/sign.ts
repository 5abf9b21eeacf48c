import type { ConnectorFeatures } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { assertAccount, assertNetwork } from '../connectors/accounts.js'
import { requestWallet } from '../connectors/requests.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { describeValue, invalidParams, isBytes, toHex } from '../encoding.js'
import type { EvmTypedData } from './types.js'

type MessageRequest = Parameters<ConnectorFeatures['message:sign']>[0]

/** Signs a message (`personal_sign`, EIP-191). */
export async function signMessage(link: WalletLink, wallet: WalletObserver, request: MessageRequest): Promise<string> {
  const { account, message, signal } = request
  await assertAccount(link, wallet, request)
  const call = { method: 'personal_sign', params: [toHex(message), account.address] }
  return toSignature(await requestWallet(link, call, { signal }))
}

/** A signature of any length, as those of contract accounts differ (EIP-1271). Throws `INVALID_WALLET_REPLY`. */
function toSignature(reply: unknown): string {
  if (isBytes(reply) && reply.length > 2) return reply
  throw new InvalidWalletReplyError({ details: `signature: ${describeValue(reply)}` })
}

type TypedDataRequest = Parameters<ConnectorFeatures['typedData:sign']>[0]

/** The fields of a domain, in the order of EIP-712. */
const domainTypes = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/**
 * Signs typed data (`eth_signTypedData_v4`, EIP-712). Throws `INVALID_PARAMS` for a domain of another chain, where the
 * signature would be valid.
 */
export async function signTypedData(
  link: WalletLink,
  wallet: WalletObserver,
  request: TypedDataRequest,
): Promise<string> {
  const { account, network, signal, typedData } = request
  const chainId = typedData.domain?.chainId
  if (chainId !== undefined) {
    if (String(chainId) !== String(network.id)) throw invalidParams(`domain.chainId is ${chainId}, not ${network.id}.`)
    await assertNetwork(link, wallet, request)
  }
  await assertAccount(link, wallet, request)
  const call = { method: 'eth_signTypedData_v4', params: [account.address, toJson(typedData)] }
  return toSignature(await requestWallet(link, call, { signal }))
}

/** The typed data as JSON, with bigints as decimal strings and the type of the domain added. */
function toJson({ domain = {}, types, primaryType, message }: EvmTypedData): string {
  const fields = Object.entries(domainTypes).filter(([name]) => domain[name as keyof typeof domain] !== undefined)
  const EIP712Domain = fields.map(([name, type]) => ({ name, type }))
  return JSON.stringify({ types: { EIP712Domain, ...types }, primaryType, domain, message }, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
