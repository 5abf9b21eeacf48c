import { isRecord } from '@latchkey/core'
import { toHex } from 'viem'
import { parseAddress, parseTransactionChain } from '../evm/fields.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { maxDataSize, parseSmartCall, type SmartCall } from './calls.js'
import { parseTerms } from './operation.js'
import { readOperation } from './readOperation.js'

/** wallet_sendCalls: `[request, terms]`. All calls become one atomic operation. [EIP-5792] */
export function readSendCalls(request: MethodRequest): Reading {
  const { params, smart, reference } = request
  const [given, terms] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const { version, calls, id, permission } = parseSendCalls(given, request)
  const asked = [
    {
      version,
      from: smart.address,
      chainId: toHex(Number(reference)),
      atomicRequired: true,
      calls: calls.map(({ to, value, data }) => ({ to, value: toHex(value), data })),
      ...(id !== undefined && { id }),
      ...(permission !== undefined && { capabilities: { permissions: { context: permission } } }),
    },
  ]
  const extra = (hash: string): object => ({ id: id ?? hash, version })
  return readOperation(request, { asked, calls, terms: parseTerms(terms), extra, permission })
}

/** The app's own id for its calls, unique among those of its user. */
export function getCallsId(params: unknown): string | undefined {
  const [given] = Array.isArray(params) ? (params as readonly unknown[]) : []
  return isRecord(given) && typeof given['id'] === 'string' ? given['id'] : undefined
}

type SendCalls = {
  readonly version: string
  readonly calls: readonly SmartCall[]
  /** Chosen by the app. */
  readonly id: string | undefined
  /** Context of a permission that was granted before, instead of asking. [ERC-7715] */
  readonly permission: string | undefined
}

/** More calls than any user reads. */
const maxCalls = 50

const maxIdLength = 4_096

/** Parses the parameter of wallet_sendCalls. Throws InvalidRequestError, with a code of EIP-5792 if there is one. */
export function parseSendCalls(given: unknown, { smart, account, reference }: MethodRequest): SendCalls {
  if (!isRecord(given)) throw new InvalidRequestError('wallet_sendCalls takes [{ version, chainId, from, calls }]')
  const { version = '1.0', from, chainId, calls, id, capabilities } = given
  if (typeof version !== 'string' || !/^[12](\.\d{1,3}){0,2}$/.test(version))
    throw new InvalidRequestError('version is not supported by this wallet')
  assertFrom(from, { smart: smart.address, account })
  if (chainId !== undefined && parseTransactionChain(chainId) !== Number(reference))
    throw new InvalidRequestError(`chainId is not ${reference}, the network in use`, { code: 5710 })
  if (id !== undefined && (typeof id !== 'string' || id.length < 1 || id.length > maxIdLength))
    throw new InvalidRequestError('id is not a string, or too long')
  const { permission } = readCapabilities(capabilities, 'The request')
  return { version, calls: readCalls(calls), id: id as string | undefined, permission }
}

function assertFrom(from: unknown, { smart, account }: { readonly smart: string; readonly account: string }): void {
  if (from === undefined || from === null) return
  const address = parseAddress(from)
  if (address === account)
    throw new InvalidRequestError('This account cannot do several calls as one: the smart account can', { code: 5760 })
  if (address !== smart) throw new InvalidRequestError('from is not the connected account')
}

function readCalls(given: unknown): readonly SmartCall[] {
  if (!Array.isArray(given) || given.length === 0) throw new InvalidRequestError('There are no calls')
  if (given.length > maxCalls) throw new InvalidRequestError(`There are more than ${maxCalls} calls`, { code: 5740 })
  const calls = given.map((call: unknown, index) => {
    if (isRecord(call)) readCapabilities(call['capabilities'], `Call ${index + 1}`)
    return parseSmartCall(call, `Call ${index + 1}`)
  })
  const bytes = calls.reduce((sum, { data }) => sum + (data.length - 2) / 2, 0)
  if (bytes > maxDataSize)
    throw new InvalidRequestError(`The calls have more than ${maxDataSize} bytes`, { code: 5740 })
  return calls
}

/** Unknown optional capabilities are dropped; unknown required ones are rejected. */
function readCapabilities(given: unknown, name: string): Pick<SendCalls, 'permission'> {
  if (given === undefined || given === null) return { permission: undefined }
  if (!isRecord(given)) throw new InvalidRequestError(`${name} has invalid capabilities`)
  const isOptional = (value: unknown): boolean => isRecord(value) && value['optional'] === true
  for (const [capability, value] of Object.entries(given)) {
    const isKnown = capability === 'paymasterService' || capability === 'permissions' || capability === 'atomic'
    if (!isKnown && !isOptional(value))
      throw new InvalidRequestError(`This wallet has no capability ${JSON.stringify(capability.slice(0, 40))}`, {
        code: 5700,
      })
  }
  const { permissions } = given
  if (permissions === undefined) return { permission: undefined }
  const context = isRecord(permissions) ? permissions['context'] : undefined
  if (typeof context !== 'string' || !/^0x[\da-f]{32}$/i.test(context))
    throw new InvalidRequestError('permissions has no context of this wallet')
  return { permission: context.toLowerCase() }
}
