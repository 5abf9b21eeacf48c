import type { CallsSummary } from '../../protocol/summary.js'
import { decodeCall } from '../evm/decodeCall.js'
import { findCallWarnings } from '../evm/findCallWarnings.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { assertCalls } from './assertCalls.js'
import { type Execution, encodeCalls } from './encodeCalls.js'
import { type OperationTerms, toGasLimit, toUserOperation, writeTerms } from './operation.js'
import { hashOperation, signOperation } from './signOperation.js'
import type { SmartCall } from './smartCall.js'
import { toWire } from './toWire.js'

/** Milliseconds from the asking on, after which an operation counts no more: it cannot be kept back for a better day. */
const validFor = 3_600_000

export type OperationParts = {
  /** What the app asked, in its one form. */
  readonly asked: readonly unknown[]
  readonly calls: readonly SmartCall[]
  readonly terms: OperationTerms
  readonly execution?: Execution | undefined
  /** What is answered beside the operation and its hash. */
  readonly extra?: ((hash: string) => object) | undefined
  readonly permission?: string | undefined
}

/** Reads an operation of the visitor's smart account: encodes it anew from its calls, and signs that alone. */
export function readOperation(
  { method, chain, reference, smart, now }: MethodRequest,
  { asked, calls, terms, execution, extra, permission }: OperationParts,
): Reading {
  assertCalls(calls, smart.address)
  const chainId = Number(reference)
  const operation = toUserOperation(terms, { account: smart, callData: encodeCalls(calls, execution) })
  const hash = hashOperation(operation, chainId)
  const shown = calls.map(({ to, value, data }) => {
    const call = decodeCall(to, data)
    return { to, value: value.toString(), data, call, warnings: findCallWarnings(call, { to, value }) }
  })
  const gas = toGasLimit(terms)
  const summary: CallsSummary = {
    kind: 'calls',
    ...{ method, chain, account: smart.address, calls: shown, deploys: terms.deploys },
    nonce: terms.nonce.toString(),
    gas: gas.toString(),
    maxFeePerGas: terms.maxFeePerGas.toString(),
    feeLimit: (gas * terms.maxFeePerGas).toString(),
    paymaster: terms.paymaster?.address ?? null,
    ...(permission !== undefined && { permission }),
    warnings: [...new Set(shown.flatMap(({ warnings }) => warnings))],
  }
  return {
    params: [...asked, writeTerms(terms)],
    summary,
    async sign(keys) {
      const validUntil = Math.floor((now + validFor) / 1_000)
      const signed = await signOperation(operation, { chainId, validUntil, keys })
      return { operation: toWire(signed), hash, ...extra?.(hash) }
    },
  }
}
