import type { Network, TransferRequest } from '@latchkey/core'
import { type AddressType, type ParsedAddress, parseAddress } from '../address.js'
import { invalidParams } from '../encoding.js'
import type { BitcoinTransaction } from '../features/types.js'
import { isOfNetwork } from '../networks.js'
import type { EsploraLink } from '../rpc/esplora.js'
import { readFeeRate, readUtxos } from '../rpc/read.js'
import { mayHaveInscriptions, selectCoins, toFee, toSpendable, toSum } from './coins.js'

/** Builds a transfer of bitcoin; the wallet chooses the fee rate. Throws `INVALID_PARAMS`, also for a token. */
export function buildTransfer(request: TransferRequest): BitcoinTransaction {
  const { to, sats } = toTransfer(request)
  return { to: to.address, sats }
}

/** Parses a transfer request. Throws `INVALID_PARAMS`, also for a token. */
export function toTransfer({ to, amount, token, network }: TransferRequest): Transfer {
  if (token) throw invalidParams('token is not supported on Bitcoin.')
  return parseTransfer({ to, sats: amount }, network.caipNetworkId)
}

/**
 * The fee of a transfer in sats, at the nodes' estimate for the next blocks. For insufficient funds: the fee of sending all, plus the
 * coins that no transfer can send: those that cost more to spend than they are worth, and those that are kept.
 */
export async function readTransferFee(
  link: EsploraLink,
  request: TransferRequest,
  { isWalletPaying }: { readonly isWalletPaying: boolean },
): Promise<bigint> {
  const { account, network, signal } = request
  const { to, sats } = toTransfer(request)
  const from = parseAddress(account.address)
  if (!from) throw invalidParams('account is not an address.')
  const [utxos, feeRate] = await Promise.all([
    readUtxos(link, { network, address: account.address, signal }),
    readFeeRate(link, { network, signal }),
  ])
  const choice = {
    utxos,
    sats,
    keepsInscriptions: !isWalletPaying && mayHaveInscriptions(from),
    isDust: (change: bigint) => isDust(from.type, change),
    toFee: (inputs: number, hasChange: boolean) => toFee({ from, to, feeRate }, inputs, hasChange),
  }
  const selection = selectCoins(choice)
  if (selection) return toSum(selection.coins) - sats - selection.change
  const spendable = toSpendable(choice)
  return choice.toFee(spendable.length, false) + toSum(utxos) - toSum(spendable)
}

/** Whether a text is an address to send to: of this network, with a valid checksum. */
export function isReceiver({ address, network }: { readonly address: string; readonly network: Network }): boolean {
  const parsed = parseAddress(address)
  return parsed !== null && isOfNetwork(parsed.family, network.caipNetworkId)
}

/** The smallest amounts in sats that nodes relay, by the receiver's address type: less costs more to spend than it is worth. */
const dust: { readonly [type in AddressType]: bigint } = {
  p2pkh: 546n,
  p2sh: 540n,
  p2wpkh: 294n,
  p2wsh: 330n,
  p2tr: 330n,
}

/** The total supply of bitcoin in sats. */
const maxSupply = 2_100_000_000_000_000n

/** Sats per virtual byte; a higher rate must be a mistake. */
const maxFeeRate = 5_000

export type Transfer = { readonly to: ParsedAddress; readonly sats: bigint; readonly feeRate: number | undefined }

/** Parses a transfer on a network. Throws `INVALID_PARAMS` with the invalid field. */
export function parseTransfer({ to, sats, feeRate }: BitcoinTransaction, caipNetworkId: string): Transfer {
  const receiver = parseAddress(to)
  if (!receiver) throw invalidParams('to is not an address.')
  if (!isOfNetwork(receiver.family, caipNetworkId)) throw invalidParams('to is an address of another network.')
  if (typeof sats !== 'bigint' || sats <= 0n || sats > maxSupply) throw invalidParams('sats is not an amount.')
  if (sats < dust[receiver.type])
    throw invalidParams(`sats is less than nodes relay to such an address: ${dust[receiver.type]}.`)
  if (feeRate !== undefined && !(feeRate >= 1 && feeRate <= maxFeeRate))
    throw invalidParams(`feeRate is not between 1 and ${maxFeeRate} sats per virtual byte.`)
  return { to: receiver, sats, feeRate }
}

export function isDust(type: AddressType, sats: bigint): boolean {
  return sats < dust[type]
}
