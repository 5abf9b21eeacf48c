import { isRecord } from '@latchkey/core'
import { invalidParams, parseHexBytes, parseQuantity } from '../parameters.js'
import { type EvmContext, getType, isEvmAddress, parseOwn, parseOwnChain, toDeploymentError } from './evmContext.js'

/** Legacy, access list and EIP-1559. Neither blobs (3) nor code delegation (4). */
const types: readonly string[] = ['0x0', '0x1', '0x2']

const quantities = ['value', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce'] as const

/** Fields that we don't display and that would change the effect of the transaction. */
const refused = ['authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars'] as const

/**
 * Parses `[transaction]` of `eth_sendTransaction`, keeping known fields only. `from` and `chainId` default to the wallet's own.
 * Throws `INVALID_PARAMS` for another account or chain, or an invalid transaction, and `UNSUPPORTED_METHOD` for a deployment by a
 * smart account, before the user is asked.
 */
export function parseTransaction(params: readonly unknown[], context: EvmContext): readonly [Record<string, unknown>] {
  const [given] = params
  if (!isRecord(given)) throw invalidParams('eth_sendTransaction: the transaction must be an object.')
  const refusedField = refused.find((name) => isGiven(given[name]))
  if (refusedField) throw invalidParams(`eth_sendTransaction: ${refusedField} is not allowed.`)
  const { from, to, chainId, data, input, type, accessList } = given
  const bytes = parseData(data, input)
  if (isGiven(to) ? !isEvmAddress(to) : !bytes || bytes === '0x')
    throw invalidParams('eth_sendTransaction: expected an address in to, or contract code in data.')
  const account = isGiven(from) ? parseOwn('eth_sendTransaction: from', from, context) : context.address
  if (!isGiven(to) && getType(account, context) === 'smartAccount') throw toDeploymentError('eth_sendTransaction')
  if (isGiven(given['gasPrice']) && isGiven(given['maxFeePerGas']))
    throw invalidParams('eth_sendTransaction: set gasPrice or maxFeePerGas, not both.')
  return [
    {
      from: account,
      chainId: parseOwnChain('eth_sendTransaction: chainId', isGiven(chainId) ? chainId : context.chainId, context),
      ...(isGiven(to) && { to }),
      ...(bytes && { data: bytes }),
      ...Object.fromEntries(
        quantities
          .filter((name) => isGiven(given[name]))
          .map((name) => [name, parseQuantity(`eth_sendTransaction: ${name}`, given[name])]),
      ),
      ...(isGiven(type) && { type: parseType(type) }),
      ...(isGiven(accessList) && { accessList: parseAccessList(accessList) }),
    },
  ]
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** `input` is the newer name of `data`. If both are given they must be equal. */
function parseData(data: unknown, input: unknown): string | undefined {
  const [first, second] = [data, input]
    .filter(isGiven)
    .map((value) => parseHexBytes('eth_sendTransaction: data', value))
  if (second !== undefined && first?.toLowerCase() !== second.toLowerCase())
    throw invalidParams('eth_sendTransaction: data and input must be equal.')
  return first
}

function parseType(type: unknown): string {
  const value = parseQuantity('eth_sendTransaction: type', type)
  if (types.includes(value)) return value
  throw invalidParams(`eth_sendTransaction: transactions of type ${value} are not allowed.`)
}

function parseAccessList(list: unknown): readonly unknown[] {
  const isKey = (key: unknown): boolean => typeof key === 'string' && /^0x[\da-f]{64}$/i.test(key)
  const isSound =
    Array.isArray(list) &&
    list.every(
      (entry) =>
        isRecord(entry) &&
        isEvmAddress(entry['address']) &&
        Array.isArray(entry['storageKeys']) &&
        entry['storageKeys'].every(isKey),
    )
  if (!isSound) throw invalidParams('eth_sendTransaction: invalid accessList (EIP-2930).')
  return list.map(({ address, storageKeys }) => ({ address, storageKeys }))
}
