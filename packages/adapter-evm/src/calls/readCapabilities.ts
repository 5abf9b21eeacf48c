import type { Capabilities, ConnectorFeatures } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { readDeadline } from '../connectors/askWallet.js'
import { describe } from '../connectors/parseChainId.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { toQuantity } from '../features/hex.js'
import { askCalls } from './askCalls.js'
import { parseCapabilities } from './parseCapabilities.js'

type Request = Parameters<ConnectorFeatures['capabilities:read']>[0]

/**
 * `wallet_getCapabilities` (EIP-5792): on the networks that are named, else on those that the wallet names and the one
 * that it is on. Nothing is kept. Throws `UNSUPPORTED_METHOD`, `UNAUTHORIZED` or `INVALID_WALLET_REPLY`.
 */
export async function readCapabilities(link: WalletLink, request: Request): Promise<Capabilities> {
  const { account, network, networks, signal } = request
  if (networks?.length === 0) return {}
  const chainIds = networks?.map(({ id }) => toQuantity('chainId', Number(id)))
  const call = { method: 'wallet_getCapabilities', params: [account.address, ...(chainIds ? [chainIds] : [])] }
  const reply = await askCalls(link, call, { signal, deadline: readDeadline })
  const wanted = (networks ?? [network]).map(({ caipNetworkId }) => caipNetworkId)
  const found = parseCapabilities(reply, wanted)
  if (!found) throw new InvalidWalletReplyError({ details: `${call.method}: ${describe(reply)}` })
  if (!networks) return found
  return Object.fromEntries(Object.entries(found).filter(([id]) => (wanted as readonly string[]).includes(id)))
}
