import type { Transaction } from '../../contracts/features.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import type { Token } from '../../service/blockchain/types.js'
import { type CaipNetworkId, parseCaipNetworkId } from '../../utils/caip.js'
import { callAdapter } from '../requests/network.js'
import { requireConnection } from '../requests/wallet.js'
import { getHolding } from './holding.js'
import { type OnSendingStep, requireSender, sendAndTrack } from './sendAndTrack.js'
import type { Transfer } from './state.js'

/** Builds a transfer, requests it from the wallet, once, and tracks its outcome; see `sendAndTrack`. Never rejects. */
export async function sendTransfer(
  modal: Modal,
  transfer: Transfer & { readonly kind: 'send' | 'pay' },
  onStep: OnSendingStep,
): Promise<void> {
  const { to, amount, token } = transfer
  let transaction: Transaction
  try {
    const { account, network } = requireSender(modal, transfer)
    transaction = await callAdapter(modal, 'transfer:build', { network, timeout: timeouts.read }, (build, base) =>
      build({ account, to, amount, token, ...base }),
    )
  } catch (cause) {
    onStep({ type: 'unsent', error: toLatchkeyError(cause) })
    return
  }
  return sendAndTrack(modal, { ...transfer, transaction }, onStep)
}

/**
 * Returns the max fee of a transfer in atomic units of the native currency. Its network need not be the wallet's
 * current one. Throws if the transfer would fail.
 */
export async function fetchTransferFee(modal: Modal, transfer: Transfer, signal?: AbortSignal): Promise<bigint> {
  const { namespace, caipNetworkId, address, to, amount, token } = transfer
  const { account } = requireConnection(modal, { namespace, address })
  return callAdapter(modal, 'transfer:fee', { network: caipNetworkId, timeout: timeouts.read, signal }, (read, base) =>
    read({ account, to, amount, token, ...base }),
  )
}

/** Whether a text is an address of the network with a valid checksum. */
export function checkReceiver(
  modal: Modal,
  { caipNetworkId, to }: { readonly caipNetworkId: CaipNetworkId; readonly to: string },
  signal?: AbortSignal,
): Promise<boolean> {
  return callAdapter(
    modal,
    'address:check',
    { network: caipNetworkId, timeout: timeouts.read, signal },
    (check, base) => check({ address: to, network: base.network }),
  )
}

/**
 * Reads a token by its address (default: the native currency), from the account's holdings or else from the token
 * itself. Throws `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, or `INVALID_PARAMS` if there is no such token.
 */
export async function readToken(
  modal: Modal,
  { caipNetworkId, address }: { readonly caipNetworkId: CaipNetworkId; readonly address?: string | undefined },
  signal?: AbortSignal,
): Promise<Token> {
  const state = modal.getState()
  const network = state.networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  if (!network || !namespace) throw new NetworkNotFoundError({ caipNetworkId })
  const held = getHolding(state, namespace, { caipNetworkId, address })
  if (held) return held
  if (address === undefined) return { caipNetworkId, ...network.nativeCurrency }
  const facts = await callAdapter(modal, 'token:read', { network, timeout: timeouts.read, signal }, (read, base) =>
    read({ address, ...base }),
  )
  return { caipNetworkId, address, ...facts }
}
