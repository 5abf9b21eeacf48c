import { isRecord } from '@latchkey/core'
import { toHex } from 'viem'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { parseTerms } from './operation.js'
import { parseSendCalls } from './parseSendCalls.js'
import { readOperation } from './readOperation.js'

/** wallet_sendCalls: `[request, terms]`. All calls are one operation: they are done together, or none. [EIP-5792] */
export function readSendCalls(request: MethodRequest): Reading {
  const { params, smart, reference } = request
  const [given, terms] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const { version, calls, id, permission } = parseSendCalls(given, request)
  const asked = [
    {
      ...{ version, from: smart.address, chainId: toHex(Number(reference)), atomicRequired: true },
      calls: calls.map(({ to, value, data }) => ({ to, value: toHex(value), data })),
      ...(id !== undefined && { id }),
      ...(permission !== undefined && { capabilities: { permissions: { context: permission } } }),
    },
  ]
  const extra = (hash: string): object => ({ id: id ?? hash, version })
  return readOperation(request, { asked, calls, terms: parseTerms(terms), extra, permission })
}

/** The id that the app chose for its calls, which names no others of its visitor. */
export function getCallsId(params: unknown): string | undefined {
  const [given] = Array.isArray(params) ? (params as readonly unknown[]) : []
  return isRecord(given) && typeof given['id'] === 'string' ? given['id'] : undefined
}
