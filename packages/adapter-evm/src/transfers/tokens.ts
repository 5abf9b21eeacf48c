import { type AdapterFeatures, type Balance, isLatchkeyError, type TokenFacts } from '@latchkey/core'
import { invalidParams, isBytes, parseAddress, toBigInt, toBytes } from '../encoding.js'
import type { Rpc } from '../rpc/rpc.js'

type TokenRequest = Parameters<AdapterFeatures['token:read']>[0]

/** `name()`, `symbol()` and `decimals()` (ERC-20). */
const selectors = { name: '0x06fdde03', symbol: '0x95d89b41', decimals: '0x313ce567' } as const

/** The most decimals of a usable amount, and characters of a readable text. */
const limits = { decimals: 77n, text: 100 } as const

const noBytes = new Uint8Array()

/** Reads the name, symbol and decimals of an ERC-20 token. Throws `INVALID_PARAMS` if there is no token at the address. */
export async function readToken(rpc: Rpc, { network, address, signal }: TokenRequest): Promise<TokenFacts> {
  const to = parseAddress(address)
  if (!to) throw invalidParams(`${address.slice(0, 100)} is not an address.`)
  const call = async (data: string): Promise<Uint8Array> => {
    try {
      const reply = await rpc.request(network, { method: 'eth_call', params: [{ to, data }, 'latest'] }, signal)
      return isBytes(reply) ? toBytes(reply) : noBytes
    } catch (cause) {
      // the contract has no such function
      if (isLatchkeyError(cause) && cause.code === 'TRANSACTION_REJECTED') return noBytes
      throw cause
    }
  }
  const [name, symbol, decimals] = await Promise.all([
    call(selectors.name),
    call(selectors.symbol),
    call(selectors.decimals),
  ])
  const count = decimals.length === 32 ? toNumber(decimals) : limits.decimals + 1n
  const texts = [toText(name), toText(symbol)] as const
  if (count > limits.decimals || !texts[1]) throw invalidParams(`There is no token at ${to}.`)
  return { name: texts[0] || texts[1], symbol: texts[1], decimals: Number(count) }
}

/** Reads a token's decimals from its contract. */
export async function readDecimals(rpc: Rpc, { network, address, signal }: TokenRequest): Promise<bigint> {
  const call = { method: 'eth_call', params: [{ to: address, data: selectors.decimals }, 'latest'] }
  return toBigInt('decimals', await rpc.request(network, call, signal))
}

/** A `string`, or the `bytes32` of early tokens. */
function toText(reply: Uint8Array): string {
  if (reply.length === 32) return decode(reply.slice(0, (reply.indexOf(0) + 33) % 33))
  const length = toNumber(reply.slice(32, 64))
  return length > BigInt(reply.length) ? '' : decode(reply.slice(64, 64 + Number(length)))
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim().slice(0, limits.text)
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
}

type TokenBalanceRequest = Parameters<AdapterFeatures['token:balance']>[0]

/** `balanceOf(address)` (ERC-20). */
const balanceSelector = '0x70a08231'

/** Reads an account's balance of an ERC-20 token. Throws `INVALID_PARAMS` if there is no token at the address. */
export async function readTokenBalance(
  rpc: Rpc,
  { account, network, address, signal }: TokenBalanceRequest,
): Promise<Balance> {
  const data = `${balanceSelector}${account.address.slice(2).toLowerCase().padStart(64, '0')}`
  const call = { method: 'eth_call', params: [{ to: address, data }, 'latest'] }
  // the token first: an address without a contract replies with no data
  const { symbol, decimals } = await readToken(rpc, { network, address, signal })
  return { value: toBigInt('balanceOf', await rpc.request(network, call, signal)), decimals, symbol }
}
