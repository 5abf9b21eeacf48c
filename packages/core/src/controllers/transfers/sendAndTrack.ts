import type { Account } from '../../contracts/account.js'
import type { Transaction, TransactionMark } from '../../contracts/features.js'
import type { Network } from '../../contracts/network.js'
import { AccountChangedError, FeatureNotSupportedError } from '../../errors/connection.js'
import { isUnsent } from '../../errors/isUnsent.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { ChainNotSwitchedError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { OutcomeUnknownError, TransferFailedError } from '../../errors/transfer.js'
import { internals, type Modal } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import { pause } from '../../rpc/wait.js'
import { isSameAddress } from '../../utils/caip.js'
import { requestInFlow } from '../login/approval.js'
import { callAdapter, confirmTransaction, findTransaction } from '../requests/network.js'
import { callFeature, requireConnection, requireNetwork } from '../requests/wallet.js'
import { addOpenTransfer, dismissTransfer, restoreOpenTransfers, updateOpenTransfer } from './openTransfers.js'
import type { OpenTransfer, Sender } from './state.js'

type SendingRequest = Sender & {
  readonly kind: OpenTransfer['kind']
  readonly transaction: Transaction
}

/** Progress of a transaction that was requested from a wallet. */
export type SendingStep =
  /** Nothing was sent. */
  | { readonly type: 'unsent'; readonly error: LatchkeyError }
  /**
   * The wallet failed in a way that leaves this open, or has not responded: the network is searched for the
   * transaction.
   */
  | { readonly type: 'looking'; readonly transferId: string }
  /** Not found, but may still go through. */
  | { readonly type: 'lost'; readonly error: LatchkeyError }
  /** Was not sent, or can't go through any more. */
  | { readonly type: 'void'; readonly error: LatchkeyError }
  | { readonly type: 'sent'; readonly hash: string }
  /** Sent, but the outcome is not known yet. */
  | {
      readonly type: 'unconfirmed'
      readonly hash: string
      readonly transferId: string
      readonly error: LatchkeyError
    }
  | { readonly type: 'confirmed'; readonly hash: string }
  /** Failed on the network. */
  | { readonly type: 'failed'; readonly hash: string; readonly error: LatchkeyError }

/** Shows a step. Returns whether the user sees it; otherwise the transaction stays in `openTransfers`. */
export type OnSendingStep = (step: SendingStep) => boolean

/**
 * Requests a transaction from the wallet, once, and tracks its outcome. Only a clear refusal counts as "not sent";
 * after any other failure the network is searched for the transaction. Resolves when the outcome is known or the search
 * has ended without one; `onStep` is also called for later steps. Never rejects.
 */
export async function sendAndTrack(modal: Modal, request: SendingRequest, onStep: OnSendingStep): Promise<void> {
  const { kind, namespace, caipNetworkId, address, transaction } = request
  let mark: TransactionMark | undefined
  let connectorId: string
  try {
    mark = await readMark(modal, request)
    // the account may have changed while the mark was read
    connectorId = requireSender(modal, request).connectorId
  } catch (cause) {
    onStep({ type: 'unsent', error: toLatchkeyError(cause) })
    return
  }
  const transfer = addOpenTransfer(modal, {
    kind,
    namespace,
    caipNetworkId,
    address,
    mark,
    status: 'asking',
    isAnswered: false,
  })
  const signed: Signed = { mark }
  const onSigned = (id: string, more?: TransactionMark): void => {
    Object.assign(signed, { id, mark: mark && { ...mark, ...more } })
    updateOpenTransfer(modal, transfer.id, { signedId: id, mark: signed.mark })
  }
  const sending = requestInFlow(modal, () =>
    callFeature(modal, 'transaction:send', {
      namespace,
      connectorId,
      address,
      transaction,
      onSigned,
      // a late response of the wallet still ends the search
      timeout: timeouts.lateAnswer,
    }),
  )
  const reply = sending.then(
    (hash): WalletReply => ({ hash }),
    async (cause: unknown): Promise<WalletReply> => ({ error: await untilSettled(toLatchkeyError(cause)) }),
  )
  return track(modal, { transfer, reply, signed, onStep })
}

/**
 * Resumes tracking the transactions that earlier page loads or other tabs have left without an outcome. Never throws.
 */
export function resumeTransfers(modal: Modal): void {
  for (const transfer of restoreOpenTransfers(modal))
    void track(modal, { transfer, signed: { id: transfer.signedId, mark: transfer.mark }, onStep: () => false })
}

/** Retries the search for a transaction that was not found or not confirmed. */
export function retrySearch(modal: Modal, { id }: Pick<OpenTransfer, 'id'>): void {
  modal[internals].searches?.get(id)?.()
}

/**
 * Returns the account that a transfer was prepared for. Throws `NOT_CONNECTED`, `ACCOUNT_CHANGED` if it is no longer
 * active, or `CHAIN_NOT_SWITCHED` if its wallet is on another network: the user must get what they have reviewed.
 */
export function requireSender(
  modal: Modal,
  { namespace, caipNetworkId, address }: Sender,
): { readonly account: Account; readonly network: Network; readonly connectorId: string } {
  const { connection, account } = requireConnection(modal, { namespace })
  if (!isSameAddress(namespace, account.address, address))
    throw new AccountChangedError({ details: `Prepared for ${address}; the wallet is on ${account.address}.` })
  if (connection.caipNetworkId !== caipNetworkId)
    throw new ChainNotSwitchedError({
      details: `Prepared for ${caipNetworkId}; the wallet is on ${connection.caipNetworkId}.`,
    })
  return { account, network: requireNetwork(modal, connection), connectorId: connection.connectorId }
}

async function readMark(modal: Modal, request: SendingRequest): Promise<TransactionMark | undefined> {
  const { account, network } = requireSender(modal, request)
  if (!modal[internals].adapters.get(request.namespace)?.features['transaction:mark']) return undefined
  return callAdapter(modal, 'transaction:mark', { network, timeout: timeouts.read }, (read, base) =>
    read({ account, transaction: request.transaction, ...base }),
  )
}

/** For a request that the user has abandoned: waits for the wallet's own error, if it reports one. */
async function untilSettled(error: LatchkeyError): Promise<LatchkeyError> {
  const settled = 'settled' in error ? error.settled : undefined
  return settled instanceof Promise ? settled.then(() => error, toLatchkeyError) : error
}

type WalletReply = { readonly hash: string } | { readonly error: LatchkeyError }

type Signed = { readonly id?: string | undefined; readonly mark: TransactionMark | undefined }

type TrackOptions = {
  readonly transfer: OpenTransfer
  /** The wallet's response; absent if it is no longer awaited. */
  readonly reply?: Promise<WalletReply> | undefined
  /** Identifies the transaction; gains the id once the wallet has signed. */
  readonly signed: Signed
  readonly onStep: OnSendingStep
}

const statuses: { readonly [type in SendingStep['type']]?: OpenTransfer['status'] } = {
  looking: 'looking',
  lost: 'lost',
  void: 'void',
  sent: 'confirming',
  unconfirmed: 'unconfirmed',
  confirmed: 'confirmed',
  failed: 'failed',
}

function isFinal({ type }: SendingStep): boolean {
  return type === 'unsent' || type === 'void' || type === 'confirmed' || type === 'failed'
}

/** Runs until the outcome is known. Resolves earlier if a search ends without one. */
function track(modal: Modal, { transfer, reply, signed, onStep }: TrackOptions): Promise<void> {
  const { id, address, caipNetworkId, namespace } = transfer
  const { signal: destroyed } = modal[internals]
  let received: WalletReply | undefined
  // once the wallet or the network has a hash, the transaction was sent, whatever the wallet reports later
  let hash = transfer.hash
  let isWaiting = reply !== undefined
  // aborts the current wait
  let interrupt: AbortController | undefined
  void reply?.then((value) => {
    received = value
    updateOpenTransfer(modal, id, { isAnswered: true })
    if (hash === undefined) interrupt?.abort()
  })
  const searches = modal[internals].searches ?? new Map<string, () => void>()
  modal[internals].searches = searches

  /** Undefined if interrupted. */
  const untilInterrupted = async <value>(run: (signal: AbortSignal) => Promise<value>): Promise<value | undefined> => {
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    interrupt = controller
    destroyed.addEventListener('abort', abort)
    if (destroyed.aborted) abort()
    try {
      return await run(controller.signal)
    } catch (cause) {
      if (controller.signal.aborted) return undefined
      throw cause
    } finally {
      destroyed.removeEventListener('abort', abort)
      interrupt = undefined
    }
  }
  /** Waits until the user retries or the wallet responds. */
  const untilRetry = (): Promise<unknown> =>
    untilInterrupted(
      (signal) =>
        new Promise<void>((resolve) => {
          searches.set(id, resolve)
          signal.addEventListener('abort', () => resolve())
        }),
    )

  return new Promise((resolve) => {
    const show = (step: SendingStep): void => {
      const status = statuses[step.type]
      if (status) updateOpenTransfer(modal, id, { status, ...('hash' in step && { hash: step.hash }) })
      // if not, the user finds it when they send the next one
      const isSeen = onStep(step)
      if (isFinal(step)) {
        searches.delete(id)
        if (isSeen || step.type === 'unsent') dismissTransfer(modal, { id })
      }
      if (isFinal(step) || step.type === 'lost' || step.type === 'unconfirmed') resolve()
    }
    /** Undefined if interrupted. */
    const search = async (): Promise<SendingStep | undefined> => {
      const error = received && 'error' in received ? received.error : undefined
      show({ type: 'looking', transferId: id })
      try {
        const { mark, id: signedId } = signed
        if (!mark) throw new FeatureNotSupportedError({ feature: 'transaction:mark', by: `The ${namespace} adapter` })
        const trace = await untilInterrupted((signal) =>
          findTransaction(modal, {
            caipNetworkId,
            address,
            mark,
            signal,
            id: signedId,
            canStillSign: reply ? received === undefined : !transfer.isAnswered,
          }),
        )
        if (trace?.status === 'found') return { type: 'sent', hash: trace.id }
        return trace && { type: 'void', error: error ?? new OutcomeUnknownError() }
      } catch (cause) {
        return { type: 'lost', error: new OutcomeUnknownError({ cause: error ?? cause, details: error?.details }) }
      }
    }
    const confirm = async (sent: string): Promise<SendingStep | undefined> => {
      try {
        const outcome = await untilInterrupted((signal) =>
          confirmTransaction(modal, { caipNetworkId, id: sent, mark: signed.mark, signal }),
        )
        if (!outcome) return undefined
        if (outcome.status === 'confirmed') return { type: 'confirmed', hash: outcome.id ?? sent }
        return { type: 'failed', hash: sent, error: new TransferFailedError({ outcome }) }
      } catch (cause) {
        return { type: 'unconfirmed', hash: sent, transferId: id, error: toLatchkeyError(cause) }
      }
    }
    /** Finds out whether it was sent: from the wallet, or else by a search. */
    const resolveSent = async (): Promise<SendingStep | undefined> => {
      if (isWaiting) {
        isWaiting = false
        await untilInterrupted((signal) => (received ? Promise.resolve() : pause(modal.env, timeouts.approval, signal)))
      }
      if (hash !== undefined) return { type: 'sent', hash }
      if (received && 'hash' in received) return { type: 'sent', hash: received.hash }
      return received && isUnsent(received.error) ? { type: 'unsent', error: received.error } : search()
    }
    const run = async (): Promise<void> => {
      let step = await resolveSent()
      while (!destroyed.aborted) {
        if (step?.type === 'sent') hash = step.hash
        if (step) show(step)
        if (step && isFinal(step)) return
        if (step?.type === 'sent') step = await confirm(step.hash)
        else {
          if (step) await untilRetry()
          step = await resolveSent()
        }
      }
      resolve()
    }
    void run()
  })
}
