import { type Account, type Call, type CallBundle, isRecord, type Network } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { parseAddress } from '../address.js'
import { isBytes, toQuantity } from '../features/hex.js'

/** What `wallet_sendCalls` takes (EIP-5792, version 2.0.0). */
export type CallsParameter = {
  readonly version: '2.0.0'
  readonly chainId: string
  readonly from: string
  readonly atomicRequired: boolean
  readonly calls: readonly Readonly<Record<string, string>>[]
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly id?: string
}

export type CallsRequest = { readonly account: Account; readonly network: Network; readonly bundle: CallBundle }

/** 4096 bytes as 0x hex: more than that no wallet has to take. */
const longestId = 8_194

/** The bundle as wallets take it, on the network that it was asked for [S5.10]. `INVALID_PARAMS` names what is wrong. */
export function toCallsParameter({ account, network, bundle }: CallsRequest): CallsParameter {
  const { calls, isAtomic, capabilities = {}, id } = bundle
  if (!Array.isArray(calls) || calls.length === 0) throw invalid('calls is no list of at least one call.')
  if (!isRecord(capabilities)) throw invalid('capabilities is no object.')
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > longestId))
    throw invalid(`id is no text of up to ${longestId} characters.`)
  return {
    version: '2.0.0',
    chainId: toQuantity('chainId', Number(network.id)),
    from: account.address,
    // only who says so gets less than all or none
    atomicRequired: isAtomic !== false,
    calls: calls.map(toCall),
    capabilities,
    ...(id !== undefined && { id }),
  }
}

function toCall(call: Call, index: number): Readonly<Record<string, string>> {
  const name = `calls[${index}]`
  const { to, data, value } = call ?? {}
  const address = to === undefined ? undefined : parseAddress(isBytes(to) ? to : undefined)
  if (address === null) throw invalid(`${name}.to is no address.`)
  if (data !== undefined && !isBytes(data)) throw invalid(`${name}.data is no hexadecimal text of whole bytes.`)
  if (to === undefined && data === undefined) throw invalid(`${name} has neither to nor data.`)
  return {
    ...(address && { to: address }),
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value: toQuantity(`${name}.value`, value) }),
  }
}

function invalid(details: string): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details })
}
