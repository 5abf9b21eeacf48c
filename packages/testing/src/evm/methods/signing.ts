import { type Hex, hexToString, isAddress, isHex, type TypedDataDefinition } from 'viem'
import { createRpcError } from '../../scripted/rpc.js'
import { safeText } from '../../scripted/wallet.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { getSigner } from './parameters.js'

/**
 * `personal_sign` (EIP-191 version 0x45): hex bytes or text, then the address. Sites mix up the order, so the wallet detects it
 * where possible, as real wallets do.
 */
export async function personalSign(context: WalletContext, call: WalletCall): Promise<Hex> {
  const [first, second] = Array.isArray(call.params) ? (call.params as readonly unknown[]) : []
  if (typeof first !== 'string' || typeof second !== 'string') {
    throw createRpcError(-32_602, 'Expected a message and an address.')
  }
  const [message, address] = isAddress(first) && !isAddress(second) ? [second, first] : [first, second]
  const signer = getSigner(context, address)
  const text = isHex(message) ? hexToString(message) : message
  await call.ask('sign', `Sign the message “${safeText(text)}”`)
  return signer.signMessage({ message: isHex(message) ? { raw: message } : message })
}

type TypedData = {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly domain: { readonly name?: unknown; readonly chainId?: unknown }
  readonly message: Readonly<Record<string, unknown>>
}

/** `eth_signTypedData_v4` (EIP-712): the address, then the data as JSON text or an object. */
export async function signTypedData(context: WalletContext, call: WalletCall): Promise<Hex> {
  const [address, given] = Array.isArray(call.params) ? (call.params as readonly unknown[]) : []
  const signer = getSigner(context, address)
  const data = parseTypedData(given)
  const { id } = context.state.chains.selected()
  if (data.domain.chainId !== undefined && Number(data.domain.chainId) !== id) {
    throw createRpcError(-32_602, `The data is for chain ${String(data.domain.chainId)}, the wallet is on ${id}.`)
  }
  const asker = typeof data.domain.name === 'string' ? ` for ${safeText(data.domain.name)}` : ''
  await call.ask('sign', `Sign ${safeText(data.primaryType)}${asker}`)
  try {
    return await signer.signTypedData(data as TypedDataDefinition)
  } catch (cause) {
    throw Object.assign(createRpcError(-32_602, 'The data does not fit its types.'), { cause })
  }
}

function parseTypedData(given: unknown): TypedData {
  const data = (typeof given === 'string' ? parseJson(given) : given) as Partial<TypedData> | null | undefined
  const { types, primaryType, domain, message } = data ?? {}
  const isWhole = isObject(types) && isObject(domain) && isObject(message)
  if (!isWhole || typeof primaryType !== 'string' || !Array.isArray(types[primaryType])) {
    throw createRpcError(-32_602, 'Expected types, a primaryType among them, domain and message.')
  }
  return { types, primaryType, domain, message }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw Object.assign(createRpcError(-32_602, 'The data is not JSON.'), { cause })
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
