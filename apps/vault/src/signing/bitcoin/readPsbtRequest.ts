import { isSigned, parseAddress, type ReadPsbt, readPsbt } from '@latchkey/adapter-bitcoin/internal'
import { isRecord } from '@latchkey/core'
import { base64, hex } from '@scure/base'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { Accounts } from '../keys.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { type BitcoinAccount, listBitcoinAccounts } from './accounts.js'
import { type CheckedPsbt, type InputToSign, type SpentOutput, signAll, toTxid } from './sign.js'
import { toBitcoinSummary } from './toBitcoinSummary.js'

/** Max characters of base64, with the transactions that prove amounts. */
const maxPsbtLength = 2_000_000

/** Max inputs, and max outputs. */
const maxEntries = 250

/** More than there will ever be, in sats. */
const maxSupply = 2_100_000_000_000_000n

const single = Transaction.SIGHASH_SINGLE | Transaction.SIGHASH_ANYONECANPAY

/**
 * bip122_signPsbt: `{ psbt, signInputs? }`, base64 [BIP-174]; `signInputs` are `{ address, index, sighashTypes? }`, by default each unsigned
 * input of the wallet. Nothing that the PSBT says about keys and paths is believed: accounts are recognized by their scripts. Amounts count
 * only if they are proven, by the transaction that is spent, or by a Taproot signature, which covers those of all inputs. [BIP-341]
 *
 * Signs everything (`ALL`, `DEFAULT`) or, for offers, pairs of an input and an output (`SINGLE|ANYONECANPAY`); never less.
 */
export function readPsbtRequest(request: MethodRequest): Reading {
  const { chain } = request
  const { read, checked } = check(request)
  const { psbt } = read
  const { inputs, transaction, spent } = checked
  return {
    params: {
      psbt: psbt.toBase64(),
      signInputs: inputs.map(({ index, account, sighash }) => ({
        address: account.address,
        index,
        ...(sighash !== undefined && { sighashTypes: [sighash] }),
      })),
    },
    summary: toBitcoinSummary(checked, request),
    async sign(keys) {
      // inputs with missing outputs aren't signed
      const outputs = spent.map((output) => output ?? { script: new Uint8Array(), value: 0n })
      const signatures = signAll(inputs, { transaction, outputs, keys: keys.bip122, chain })
      const signed = Psbt.fromBuffer(psbt.toBuffer())
      for (const [place, { index, account }] of inputs.entries()) {
        const signature = signatures[place] ?? new Uint8Array()
        const partialSig = [{ pubkey: hex.decode(account.publicKey), signature }]
        signed.data.updateInput(index, account.purpose === 'ordinal' ? { tapKeySig: signature } : { partialSig })
      }
      return { psbt: signed.toBase64() }
    },
  }
}

type PsbtRequest = { readonly params: unknown; readonly chain: string; readonly accounts: Accounts }

function check({ params, chain, accounts }: PsbtRequest): {
  readonly read: ReadPsbt
  readonly checked: CheckedPsbt
} {
  const own = listBitcoinAccounts(accounts.bip122, chain)
  const { read, signInputs } = parse(params)
  const { transaction, outputs } = read
  const entries = Math.max(transaction.ins.length, transaction.outs.length)
  if (entries > maxEntries || transaction.outs.length === 0)
    throw new InvalidRequestError(`A transaction has 1 to ${maxEntries} inputs, and as many outputs`)
  const spent = outputs.map(
    (output): SpentOutput | undefined =>
      output && { ...output, account: own.find(({ script }) => isSame(script, output.script)) },
  )
  const inputs = listInputs(read, spent, signInputs)
  const isOffer = inputs.some(({ sighash }) => sighash === single)
  if (isOffer && !inputs.every(({ sighash }) => sighash === single))
    throw new InvalidRequestError('Inputs that bind all outputs are not signed together with others', { code: 4200 })
  const checked = { transaction, spent, inputs, isOffer, accounts: own }
  assertAmounts(checked)
  assertProven(checked, read)
  return { read, checked }
}

function parse(params: unknown): { readonly read: ReadPsbt; readonly signInputs: readonly unknown[] | undefined } {
  if (!isRecord(params)) throw new InvalidRequestError('bip122_signPsbt takes { psbt, signInputs }')
  const { psbt, signInputs } = params
  if (signInputs !== undefined && (!Array.isArray(signInputs) || signInputs.length > maxEntries))
    throw new InvalidRequestError(`signInputs is a list of at most ${maxEntries} inputs`)
  return { read: parsePsbt(psbt), signInputs }
}

/** Parses a PSBT. Throws InvalidRequestError. */
function parsePsbt(psbt: unknown): ReadPsbt {
  if (typeof psbt !== 'string' || psbt.length > maxPsbtLength)
    throw new InvalidRequestError(`psbt is base64 of at most ${maxPsbtLength} characters`)
  const read = readPsbt(decode(psbt))
  if (!read) throw new InvalidRequestError('psbt is not a PSBT, or contradicts itself')
  return read
}

function decode(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch (cause) {
    throw new InvalidRequestError('psbt is not base64', { cause })
  }
}

function listInputs(
  read: ReadPsbt,
  spent: CheckedPsbt['spent'],
  signInputs: readonly unknown[] | undefined,
): readonly InputToSign[] {
  const wanted =
    signInputs ??
    spent.flatMap((output, index) =>
      output?.account && !isSigned(read, index) ? [{ address: output.account.address, index }] : [],
    )
  const inputs = wanted.map((input) => toInput(read, spent, input))
  if (inputs.length === 0) throw new InvalidRequestError('No input belongs to this wallet, or they are signed already')
  if (new Set(inputs.map(({ index }) => index)).size < inputs.length)
    throw new InvalidRequestError('signInputs names an input twice')
  return inputs
}

function toInput(read: ReadPsbt, spent: CheckedPsbt['spent'], given: unknown): InputToSign {
  const { address, index, sighashTypes } = isRecord(given) ? given : {}
  const input = typeof index === 'number' ? read.psbt.data.inputs[index] : undefined
  if (typeof index !== 'number' || !input)
    throw new InvalidRequestError('signInputs names an input that does not exist')
  const account = spent[index]?.account
  if (!account || parseAddress(address)?.address !== account.address)
    throw new InvalidRequestError(`Input ${index} does not belong to this account`)
  if (isSigned(read, index)) throw new InvalidRequestError(`Input ${index} is signed already`)
  const sighash = chooseSighash(account, index, { allowed: sighashTypes, stated: input.sighashType })
  // without an output at its index, such a signature covers none. [BIP-143]
  if (sighash === single && index >= read.transaction.outs.length)
    throw new InvalidRequestError(`Input ${index} has no output that its signature could bind`, { code: 4200 })
  return { index, account, sighash }
}

/** The type to sign with, undefined for the usual one. Throws 4200 for one that leaves outputs open. */
function chooseSighash(
  { purpose }: BitcoinAccount,
  index: number,
  { allowed, stated }: { readonly allowed: unknown; readonly stated: number | undefined },
): number | undefined {
  const usual = purpose === 'ordinal' ? Transaction.SIGHASH_DEFAULT : Transaction.SIGHASH_ALL
  if (allowed !== undefined && !(Array.isArray(allowed) && allowed.length > 0 && allowed.length <= 8))
    throw new InvalidRequestError(`sighashTypes of input ${index} is not a list of types`)
  const types: readonly unknown[] = allowed ?? [stated ?? usual]
  const signable = [usual, ...(purpose === 'ordinal' ? [Transaction.SIGHASH_ALL] : []), single]
  const chosen = signable.find((type) => types.includes(type) && (stated === undefined || stated === type))
  if (chosen === undefined)
    throw new InvalidRequestError(`Input ${index} would be signed with a type that this wallet does not use`, {
      code: 4200,
    })
  return chosen === usual ? undefined : chosen
}

function assertAmounts({ transaction, spent, isOffer }: CheckedPsbt): void {
  const missing = spent.indexOf(undefined)
  if (!isOffer && missing >= 0)
    throw new InvalidRequestError(`Input ${missing} does not include the output that it spends`)
  const values = [...transaction.outs, ...spent.flatMap((output) => output ?? [])].map(({ value }) => value)
  if (values.some((value) => value < 0n || value > maxSupply))
    throw new InvalidRequestError('An amount is more than there is')
}

/**
 * A SegWit signature of version 0 covers the amount of its own input only. An app that requests the same transaction twice, each time with
 * another amount understated, gets two valid signatures for a fee that neither request showed. The spent transaction proves the
 * amount by its id.
 */
function assertProven({ spent }: CheckedPsbt, { psbt }: ReadPsbt): void {
  const index = findUnproven(spent, psbt)[0]
  if (index !== undefined)
    throw new InvalidRequestError(
      `Input ${index} needs the whole transaction that it spends (nonWitnessUtxo), which proves its amount`,
    )
}

function findUnproven(spent: CheckedPsbt['spent'], psbt: Psbt): readonly number[] {
  return spent.flatMap((output, index) =>
    output?.account?.purpose === 'payment' && !psbt.data.inputs[index]?.nonWitnessUtxo ? [index] : [],
  )
}

/** Ids of the transactions that a PSBT lacks, which prove amounts of this wallet's coins. Throws InvalidRequestError. */
export function listMissingTransactions({ params, chain, accounts }: PsbtRequest): readonly string[] {
  const own = listBitcoinAccounts(accounts.bip122, chain)
  const { psbt, transaction, outputs } = parse(params).read
  const spent = outputs.map((output) => {
    const account = output && own.find(({ script }) => isSame(script, output.script))
    return output && { ...output, account }
  })
  return [...new Set(findUnproven(spent, psbt).map((index) => toTxid(transaction, index)))]
}

/** Adds transactions to the inputs that spend them. Their ids are checked when the PSBT is read. */
export function addTransactions(text: string, transactions: ReadonlyMap<string, Uint8Array>): string {
  const { psbt, transaction } = parsePsbt(text)
  for (const [index] of transaction.ins.entries()) {
    const nonWitnessUtxo = transactions.get(toTxid(transaction, index))
    if (nonWitnessUtxo && !psbt.data.inputs[index]?.nonWitnessUtxo) psbt.data.updateInput(index, { nonWitnessUtxo })
  }
  return psbt.toBase64()
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
