import { isRecord } from '@latchkey/core'
import { type EvmContext, parseOwn, parseOwnChain } from './evmContext.js'
import { invalidParams } from './invalidParams.js'

/**
 * `[address, typedData]` of `eth_signTypedData_v4` (EIP-712), the data as JSON text. Whether types and values fit is the
 * vault's to say, which shows and signs them; here it has to be typed data, of this account and of this chain.
 */
export function parseTypedData(params: readonly unknown[], context: EvmContext): readonly [string, string] {
  const address = parseOwn('eth_signTypedData_v4: address', params[0], context)
  const typedData = readTypedData(params[1])
  const { types, primaryType, domain, message } = typedData
  if (!isRecord(types) || typeof primaryType !== 'string' || !isRecord(message) || !isRecord(domain ?? {}))
    throw invalidParams('eth_signTypedData_v4: types, domain, primaryType and message are not all there.')
  if (!Object.hasOwn(types, primaryType))
    throw invalidParams(`eth_signTypedData_v4: primaryType is not among the types.`)
  const chainId = isRecord(domain) ? domain['chainId'] : undefined
  if (chainId !== undefined && chainId !== null) parseOwnChain('eth_signTypedData_v4: domain.chainId', chainId, context)
  return [address, toText(typedData)]
}

function readTypedData(value: unknown): Record<string, unknown> {
  const data = typeof value === 'string' ? parseJson(value) : value
  if (isRecord(data)) return data
  throw invalidParams('eth_signTypedData_v4: the typed data is no object and no JSON of one.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // said by who asked for an object
  }
}

/** Throws `INVALID_PARAMS` for what goes in circles. */
function toText(data: object): string {
  try {
    return JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  } catch (cause) {
    throw invalidParams('eth_signTypedData_v4: the typed data has no end.', cause)
  }
}
