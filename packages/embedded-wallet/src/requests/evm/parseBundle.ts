import { isRecord } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { invalidParams, parseHexBytes, parseQuantity, toJson } from '../parameters.js'
import { type EvmContext, getType, isEvmAddress, parseOwn, parseOwnChain, toDeploymentError } from './evmContext.js'

export type Bundle = {
  readonly version: string
  readonly from: string
  readonly chainId: string
  readonly calls: readonly object[]
  readonly capabilities?: Readonly<Record<string, unknown>>
  readonly id?: string
  readonly atomicRequired?: boolean
}

/** More calls than a user can review. */
const maxCalls = 100

/** Characters: 4096 bytes in hex, as EIP-5792 requires. */
const maxIdLength = 8_194

/**
 * Parses `[bundle]` of `wallet_sendCalls`, keeping known fields. Throws `INVALID_PARAMS` or an EIP-5792 error before the user is
 * asked. The vault decodes and displays the calls. [EIP-5792] [S5.10]
 */
export function parseBundle(params: readonly unknown[], context: EvmContext): readonly [Bundle] {
  const [bundle] = params
  if (!isRecord(bundle)) throw invalidParams('wallet_sendCalls: the bundle must be an object.')
  const { version = '1.0', from, chainId, calls, capabilities, id, atomicRequired } = bundle
  if (typeof version !== 'string' || !/^[12](\.\d{1,3}){0,2}$/.test(version))
    throw invalidParams('wallet_sendCalls: version must be 1.0 or 2.0.0.')
  const address =
    from === undefined || from === null ? context.address : parseOwn('wallet_sendCalls: from', from, context)
  if (atomicRequired !== undefined && typeof atomicRequired !== 'boolean')
    throw invalidParams('wallet_sendCalls: atomicRequired must be a boolean.')
  const read = {
    version,
    from: address,
    chainId: parseOwnChain('wallet_sendCalls: chainId', chainId, context),
    calls: parseCalls(calls),
    ...(atomicRequired !== undefined && { atomicRequired }),
    ...(isGiven(capabilities) && { capabilities: parseCapabilities('capabilities', capabilities) }),
    ...(isGiven(id) && { id: parseId(id) }),
  }
  if (getType(address, context) !== 'smartAccount')
    throw new RpcError(5760, 'ATOMICITY_NOT_SUPPORTED', { details: `${address} is not a smart account.` })
  return [read]
}

/** Parses `[id]` of `wallet_getCallsStatus`. */
export function parseBundleId([id]: readonly unknown[]): readonly [string] {
  return [parseId(id)]
}

/** Names of the capabilities that the app requires. */
export function listRequired({ calls, capabilities }: Bundle): readonly string[] {
  const all = [capabilities, ...calls.map((call) => (call as Bundle).capabilities)]
  const isOptional = (value: unknown): boolean => isRecord(value) && value['optional'] === true
  const names = all.flatMap((own) =>
    Object.entries(own ?? {}).flatMap(([name, value]) => (isOptional(value) ? [] : [name])),
  )
  return [...new Set(names)]
}

function parseCalls(calls: unknown): readonly object[] {
  if (!Array.isArray(calls) || calls.length === 0) throw invalidParams('wallet_sendCalls: calls must not be empty.')
  if (calls.length > maxCalls)
    throw new RpcError(5740, 'BUNDLE_TOO_LARGE', { details: `wallet_sendCalls: more than ${maxCalls} calls.` })
  return calls.map((call: unknown, index) => parseCall(call, `wallet_sendCalls: calls[${index}]`))
}

function parseCall(call: unknown, field: string): object {
  if (!isRecord(call)) throw invalidParams(`${field} must be an object.`)
  const { to, data, value, capabilities } = call
  if (isGiven(to) ? !isEvmAddress(to) : !isGiven(data)) throw invalidParams(`${field}.to: expected an address.`)
  if (!isGiven(to)) throw toDeploymentError(field)
  return {
    to,
    ...(isGiven(data) && { data: parseHexBytes(`${field}.data`, data) }),
    ...(isGiven(value) && { value: parseQuantity(`${field}.value`, value) }),
    ...(isGiven(capabilities) && {
      capabilities: parseCapabilities(`${field.slice('wallet_sendCalls: '.length)}.capabilities`, capabilities),
    }),
  }
}

function parseCapabilities(field: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return toJson(`wallet_sendCalls: ${field}`, value)
  throw invalidParams(`wallet_sendCalls: ${field} must be an object.`)
}

function parseId(id: unknown): string {
  if (typeof id === 'string' && id !== '' && id.length <= maxIdLength) return id
  throw invalidParams(`id: expected a string of 1 to ${maxIdLength} characters.`)
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
