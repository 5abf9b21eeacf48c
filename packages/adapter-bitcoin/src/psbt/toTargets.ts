import type { Account } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { isSameBytes } from '../address/bytes.js'
import { type ParsedAddress, parseAddress } from '../address/parseAddress.js'
import type { PsbtInput } from '../features/types.js'
import { invalidParams } from '../invalidParams.js'
import type { ReadPsbt, SpentOutput } from './readPsbt.js'

/** An input that is to be signed, by whom. */
export type Target = {
  readonly index: number
  readonly address: string
  readonly lock: ParsedAddress
  readonly sighashTypes?: readonly number[] | undefined
}

export type TargetsRequest = {
  readonly read: ReadPsbt
  readonly account: Account
  /** What the wallet shows now. */
  readonly accounts: readonly Account[]
  readonly signInputs?: readonly PsbtInput[] | undefined
}

const sighashTypes = [0x00, 0x01, 0x02, 0x03, 0x81, 0x82, 0x83]

/**
 * The inputs that are asked to be signed, each checked before the wallet is asked. Throws `INVALID_PARAMS` for those
 * that are foreign, signed already or unclear, and `UNAUTHORIZED` for an address that the wallet does not show.
 */
export function toTargets({ read, account, accounts, signInputs }: TargetsRequest): readonly Target[] {
  const wanted = signInputs ?? findOwn(read, account)
  if (!Array.isArray(wanted) || wanted.length === 0) throw invalidParams('signInputs names no input.')
  const targets = wanted.map((input) => toTarget(read, accounts, input))
  if (new Set(targets.map(({ index }) => index)).size < targets.length)
    throw invalidParams('signInputs names an input twice.')
  if (targets.some(({ lock }) => lock.type === 'p2tr') && !isComplete(read.outputs))
    throw invalidParams('A Taproot signature covers what every input spends: some input does not say it.')
  return targets
}

function isComplete(outputs: readonly (SpentOutput | undefined)[]): outputs is readonly SpentOutput[] {
  return outputs.every((output) => output !== undefined)
}

export function isSigned({ psbt }: ReadPsbt, index: number): boolean {
  const { partialSig, tapKeySig, tapScriptSig, finalScriptSig, finalScriptWitness } = psbt.data.inputs[index] ?? {}
  return [partialSig?.length, tapKeySig, tapScriptSig?.length, finalScriptSig, finalScriptWitness].some(Boolean)
}

function findOwn(read: ReadPsbt, { address }: Account): readonly PsbtInput[] {
  const script = parseAddress(address)?.script
  const own = read.outputs.flatMap((output, index) =>
    script && output && isSameBytes(output.script, script) ? [{ address, index }] : [],
  )
  if (own.length === 0) throw invalidParams(`No input belongs to ${address}.`)
  const open = own.filter(({ index }) => !isSigned(read, index))
  if (open.length === 0) throw invalidParams(`Every input of ${address} is signed already.`)
  return open
}

function toTarget(read: ReadPsbt, accounts: readonly Account[], input: PsbtInput): Target {
  const { address, index, sighashTypes: types } = input ?? {}
  const lock = parseAddress(address)
  if (!lock) throw invalidParams(`signInputs: ${String(address).slice(0, 100)} is no address.`)
  if (!accounts.some((account) => account.address === lock.address))
    throw new RpcError(4100, 'UNAUTHORIZED', { details: `${lock.address} is not an account of the wallet.` })
  if (!Number.isInteger(index) || index < 0 || index >= read.outputs.length)
    throw invalidParams(`signInputs: there is no input ${String(index).slice(0, 20)}.`)
  const output = read.outputs[index]
  if (!output) throw invalidParams(`Input ${index} does not say what it spends.`)
  if (!isSameBytes(output.script, lock.script))
    throw invalidParams(`Input ${index} does not belong to ${lock.address}.`)
  if (isSigned(read, index)) throw invalidParams(`Input ${index} is signed already.`)
  // a signature of such an input says nothing of the amount
  if (lock.type === 'p2pkh' && !read.psbt.data.inputs[index]?.nonWitnessUtxo)
    throw invalidParams(`Input ${index} needs the whole transaction that it spends (nonWitnessUtxo).`)
  if (
    types !== undefined &&
    !(Array.isArray(types) && types.length > 0 && types.every((type) => sighashTypes.includes(type)))
  )
    throw invalidParams(`signInputs: sighashTypes of input ${index} has one that is none.`)
  return { index, address: lock.address, lock, sighashTypes: types }
}
