import type { Account } from '@latchkey/core'
import { InvalidWalletReplyError, RpcError } from '@latchkey/core/plugin'
import { crypto, Psbt, Transaction } from 'bitcoinjs-lib'
import { type ParsedAddress, parseAddress, toScript } from '../address.js'
import { decodeCandidates, invalidParams, isSameBytes } from '../encoding.js'
import type { PsbtInput } from '../features/types.js'
import {
  type InputSignature,
  isKeyOf,
  type Lock,
  parsePushes,
  parseWitness,
  verifyInput,
} from '../verify/verifyInput.js'

export type SpentOutput = { readonly script: Uint8Array; readonly value: bigint }

export type ReadPsbt = {
  readonly psbt: Psbt
  /** The transaction without signatures. */
  readonly transaction: Transaction
  /** The output that each input spends; undefined if the PSBT doesn't include it. */
  readonly outputs: readonly (SpentOutput | undefined)[]
}

/** Parses a PSBT (BIP-174) with the outputs that it spends; null for invalid or inconsistent bytes. */
export function readPsbt(bytes: Uint8Array): ReadPsbt | null {
  try {
    const psbt = Psbt.fromBuffer(Uint8Array.from(bytes))
    const transaction = Transaction.fromBuffer(toUnsigned(psbt))
    if (transaction.ins.length === 0) return null
    return { psbt, transaction, outputs: transaction.ins.map((_, index) => toOutput(psbt, transaction, index)) }
  } catch {
    return null // the parser throws for other bytes
  }
}

/** The bytes of the unsigned transaction. */
export function toUnsigned(psbt: Psbt): Uint8Array {
  return psbt.data.getTransaction()
}

function toOutput({ data }: Psbt, { ins }: Transaction, index: number): SpentOutput | undefined {
  const { witnessUtxo, nonWitnessUtxo } = data.inputs[index] ?? {}
  const spent = ins[index]
  if (!nonWitnessUtxo || !spent) return witnessUtxo
  const previous = Transaction.fromBuffer(nonWitnessUtxo)
  const output = previous.outs[spent.index]
  // another transaction would falsify the amount, and so the fee
  if (!output || !isSameBytes(previous.getHash(), spent.hash))
    throw new TypeError(`Input ${index} spends another transaction.`)
  const { script, value } = output
  if (witnessUtxo && !(isSameBytes(witnessUtxo.script, script) && witnessUtxo.value === value))
    throw new TypeError(`Input ${index} has two amounts.`)
  return { script, value }
}

/** An input to be signed, and the address that signs. */
export type Target = {
  readonly index: number
  readonly address: string
  readonly lock: ParsedAddress
  readonly sighashTypes?: readonly number[] | undefined
}

export type TargetsRequest = {
  readonly read: ReadPsbt
  readonly account: Account
  /** The accounts that the wallet exposes now. */
  readonly accounts: readonly Account[]
  readonly signInputs?: readonly PsbtInput[] | undefined
}

const knownSighashTypes = [0x00, 0x01, 0x02, 0x03, 0x81, 0x82, 0x83]

/**
 * The inputs to be signed, validated before the wallet is asked. Throws `INVALID_PARAMS` for inputs of other addresses, already signed or
 * incomplete ones, and `UNAUTHORIZED` for an address that the wallet doesn't expose.
 */
export function toTargets({ read, account, accounts, signInputs }: TargetsRequest): readonly Target[] {
  const wanted = signInputs ?? findOwn(read, account)
  if (!Array.isArray(wanted) || wanted.length === 0) throw invalidParams('signInputs names no input.')
  const targets = wanted.map((input) => toTarget(read, accounts, input))
  if (new Set(targets.map(({ index }) => index)).size < targets.length)
    throw invalidParams('signInputs names an input twice.')
  if (targets.some(({ lock }) => lock.type === 'p2tr') && !isComplete(read.outputs))
    throw invalidParams('A Taproot signature covers the outputs that all inputs spend, but one of them is missing.')
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
  if (!lock) throw invalidParams(`signInputs: ${String(address).slice(0, 100)} is not an address.`)
  if (!accounts.some((account) => account.address === lock.address))
    throw new RpcError(4100, 'UNAUTHORIZED', { details: `${lock.address} is not an account of the wallet.` })
  if (!Number.isInteger(index) || index < 0 || index >= read.outputs.length)
    throw invalidParams(`signInputs: there is no input ${String(index).slice(0, 20)}.`)
  const output = read.outputs[index]
  if (!output) throw invalidParams(`Input ${index} does not include the output that it spends.`)
  if (!isSameBytes(output.script, lock.script))
    throw invalidParams(`Input ${index} does not belong to ${lock.address}.`)
  if (isSigned(read, index)) throw invalidParams(`Input ${index} is signed already.`)
  // a signature of such an input doesn't cover the amount
  if (lock.type === 'p2pkh' && !read.psbt.data.inputs[index]?.nonWitnessUtxo)
    throw invalidParams(`Input ${index} needs the whole transaction that it spends (nonWitnessUtxo).`)
  if (
    types !== undefined &&
    !(Array.isArray(types) && types.length > 0 && types.every((type) => knownSighashTypes.includes(type)))
  )
    throw invalidParams(`signInputs: sighashTypes of input ${index} has an unknown type.`)
  return { index, address: lock.address, lock, sighashTypes: types }
}

/** Asserts that every input will have all its signatures once the wallet has signed. Throws `INVALID_PARAMS`. */
export function assertSendable({ psbt, outputs }: ReadPsbt, targets: readonly Target[]): void {
  const others = psbt.clone()
  const open = outputs.findIndex(
    (_, index) => targets.every((target) => target.index !== index) && !tryFinalizeInput(others, index),
  )
  if (open >= 0) throw invalidParams(`broadcast: input ${open} would lack a signature.`)
}

/**
 * Extracts the signatures from a wallet's reply (hex, base64 or bytes, finalized or not), verifies them, and adds them to the
 * given PSBT. Nothing else of the reply is used. Throws `INVALID_WALLET_REPLY`.
 */
export function mergeSignatures(read: ReadPsbt, targets: readonly Target[], reply: unknown): Psbt {
  const { psbt, transaction, outputs } = read
  const signed = decodeCandidates(reply).flatMap((bytes) => readPsbt(bytes) ?? [])[0]
  if (!signed) throw new InvalidWalletReplyError({ details: 'The reply is not a PSBT.' })
  if (!isSameBytes(toUnsigned(signed.psbt), toUnsigned(psbt)))
    throw new InvalidWalletReplyError({ details: 'The wallet signed another transaction.' })
  const known = outputs.map((output) => output ?? { script: new Uint8Array(), value: 0n })
  for (const target of targets) {
    const { index, lock } = target
    const found = readSignature(signed.psbt, index, lock)
    const type = found ? verifyInput({ ...found, transaction, index, lock, outputs: known }) : null
    if (!found || type === null)
      throw new InvalidWalletReplyError({ details: `Input ${index} has no valid signature of ${target.address}.` })
    if (!toAllowed(read, target).includes(type))
      throw new InvalidWalletReplyError({ details: `Input ${index} is signed with the sighash type ${type}.` })
    put(psbt, target, found)
  }
  return psbt
}

/** The allowed sighash types: those of the caller or the PSBT. Default: "all", for which Taproot has a short form too. */
function toAllowed({ psbt }: ReadPsbt, { index, lock, sighashTypes }: Target): readonly number[] {
  const own = psbt.data.inputs[index]?.sighashType
  return sighashTypes ?? (own === undefined ? (lock.type === 'p2tr' ? [0, 1] : [1]) : [own])
}

function put(psbt: Psbt, { index, lock }: Target, { signature, publicKey }: InputSignature): void {
  if (!publicKey) return void psbt.data.updateInput(index, { tapKeySig: signature })
  psbt.data.updateInput(index, { partialSig: [{ pubkey: publicKey, signature }] })
  if (lock.type === 'p2sh' && !psbt.data.inputs[index]?.redeemScript)
    psbt.data.updateInput(index, { redeemScript: toScript('p2wpkh', crypto.hash160(publicKey)) })
}

/** Reads the signature of an input, partial or final. Not verified yet. */
export function readSignature(psbt: Psbt, index: number, lock: Lock): InputSignature | undefined {
  const { partialSig = [], tapKeySig, finalScriptSig, finalScriptWitness } = psbt.data.inputs[index] ?? {}
  if (lock.type === 'p2tr') {
    const signature = tapKeySig ?? toItems(finalScriptWitness)?.[0]
    return signature && { signature }
  }
  const partial = partialSig.find(({ pubkey }) => isKeyOf(pubkey, lock))
  if (partial) return { signature: partial.signature, publicKey: partial.pubkey }
  const [signature, publicKey, ...rest] =
    (lock.type === 'p2pkh' ? finalScriptSig && parsePushes(finalScriptSig) : toItems(finalScriptWitness)) ?? []
  return signature && publicKey && rest.length === 0 ? { signature, publicKey } : undefined
}

function toItems(witness: Uint8Array | undefined): readonly Uint8Array[] | null | undefined {
  return witness && parseWitness(witness)
}

/** Finalizes the PSBT if all inputs are signed, else leaves it as it is. Returns whether it did. */
export function finalize(psbt: Psbt): boolean {
  const finalizeAll = (target: Psbt): boolean => target.data.inputs.every((_, index) => tryFinalizeInput(target, index))
  // tried on a copy, as a partly finalized PSBT is of no use to the next signer
  return finalizeAll(psbt.clone()) && finalizeAll(psbt)
}

/** Finalizes an input unless it is final. Returns false if a signature is missing. */
function tryFinalizeInput(psbt: Psbt, index: number): boolean {
  const { finalScriptSig, finalScriptWitness } = psbt.data.inputs[index] ?? {}
  if (finalScriptSig || finalScriptWitness) return true
  try {
    finalizeInput(psbt, index)
    return true
  } catch {
    return false // another signer has to sign it
  }
}

/** For Taproot the library would need one for elliptic curves, which pages don't have. */
function finalizeInput(psbt: Psbt, index: number): void {
  const { tapKeySig } = psbt.data.inputs[index] ?? {}
  if (!tapKeySig) return void psbt.finalizeInput(index)
  psbt.data.updateInput(index, { finalScriptWitness: Uint8Array.of(1, tapKeySig.length, ...tapKeySig) })
  psbt.data.clearFinalizedInput(index)
}
