import type { Account } from '../../contracts/account.js'
import type { Transaction, TransactionMark } from '../../contracts/features.js'
import type { Network } from '../../contracts/network.js'
import { AccountChangedError, FeatureNotSupportedError } from '../../errors/connection.js'
import { isUnsent } from '../../errors/isUnsent.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { ChainNotSwitchedError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { OutcomeUnknownError, TransferFailedError } from '../../errors/transfer.js'
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal } from '../../modal/modal.js'
import { pause } from '../../rpc/wait.js'
import { isSameAddress } from '../../utils/caip.js'
import { askWithin } from '../login/approval.js'
import { askAdapter, confirmTransaction, findTransaction } from '../requests/network.js'
import { callFeature, requireConnection, requireNetwork } from '../requests/wallet.js'
import { addOpenTransfer, dismissTransfer, restoreOpenTransfers, updateOpenTransfer } from './openTransfers.js'
import type { OpenTransfer, Sender } from './state.js'

/**
 * The account that a transfer was prepared for, as long as it is the active one and its wallet on the network: what the visitor has
 * seen is what is sent. Throws `NOT_CONNECTED`, `ACCOUNT_CHANGED` or `CHAIN_NOT_SWITCHED`.
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

export type SendingRequest = Sender & {
  readonly kind: OpenTransfer['kind']
  readonly transaction: Transaction
}

/** What happens to a transaction that a wallet was asked for. */
export type SendingStep =
  /** Nothing was sent. */
  | { readonly type: 'unsent'; readonly error: LatchkeyError }
  /** The wallet failed without saying whether it was sent, or has not answered: the network is searched for it. */
  | { readonly type: 'looking'; readonly transferId: string }
  /** It was not found, and may still go through. */
  | { readonly type: 'lost'; readonly error: LatchkeyError }
  /** It was not sent, or can't go through any more. */
  | { readonly type: 'void'; readonly error: LatchkeyError }
  | { readonly type: 'sent'; readonly hash: string }
  /** It was sent, and nobody knows yet what became of it. */
  | { readonly type: 'unconfirmed'; readonly hash: string; readonly error: LatchkeyError }
  | { readonly type: 'confirmed'; readonly hash: string }
  /** The network has refused it. */
  | { readonly type: 'failed'; readonly hash: string; readonly error: LatchkeyError }

/** Shows a step. Returns whether the user sees it: what nobody shows stays among `openTransfers`. */
export type OnSendingStep = (step: SendingStep) => boolean

type Answer = { readonly hash: string } | { readonly error: LatchkeyError }

/**
 * Has a wallet send a transaction, once, and finds out what became of it. Only a clear refusal counts as "not sent"; after anything else the
 * network is searched for the transaction. Resolves when the outcome is known, or when the search has ended without one; `onStep` hears of
 * what is learned later, too. Never rejects.
 */
export async function trackSending(modal: Modal, request: SendingRequest, onStep: OnSendingStep): Promise<void> {
  const { kind, namespace, caipNetworkId, address, transaction } = request
  let mark: TransactionMark | undefined
  let connectorId: string
  try {
    mark = await readMark(modal, request)
    // reading took its time
    connectorId = requireSender(modal, request).connectorId
  } catch (cause) {
    onStep({ type: 'unsent', error: toLatchkeyError(cause) })
    return
  }
  const transfer = addOpenTransfer(modal, {
    ...{ kind, namespace, caipNetworkId, address, mark },
    status: 'asking',
    isAnswered: false,
  })
  const signed: Signed = { mark }
  const onSigned = (id: string, more?: TransactionMark): void => {
    Object.assign(signed, { id, mark: mark && { ...mark, ...more } })
    updateOpenTransfer(modal, transfer.id, { signedId: id, mark: signed.mark })
  }
  const sending = askWithin(modal, () =>
    callFeature(modal, 'transaction:send', {
      ...{ namespace, connectorId, address, transaction, onSigned },
      // a late answer of the wallet ends the search
      deadline: deadlines.lateAnswer,
    }),
  )
  const answer = sending.then(
    (hash): Answer => ({ hash }),
    async (cause: unknown): Promise<Answer> => ({ error: await untilSettled(toLatchkeyError(cause)) }),
  )
  return follow(modal, { transfer, answer, signed, onStep })
}

/** Of a request that the user has left: what the wallet says of it in the end, where it does. */
async function untilSettled(error: LatchkeyError): Promise<LatchkeyError> {
  const settled = 'settled' in error ? error.settled : undefined
  return settled instanceof Promise ? settled.then(() => error, toLatchkeyError) : error
}

/** Looks for the transactions that an earlier page, or another one, has left without an outcome. Never rejects. */
export function resumeTransfers(modal: Modal): void {
  for (const transfer of restoreOpenTransfers(modal))
    void follow(modal, { transfer, signed: { id: transfer.signedId, mark: transfer.mark }, onStep: () => false })
}

/** Searches again for a transaction that was not found, or not confirmed. */
export function lookAgain(modal: Modal, { id }: Pick<OpenTransfer, 'id'>): void {
  modal[internals].searches?.get(id)?.()
}

async function readMark(modal: Modal, request: SendingRequest): Promise<TransactionMark | undefined> {
  const { account, network } = requireSender(modal, request)
  if (!modal[internals].adapters.get(request.namespace)?.features['transaction:mark']) return undefined
  return askAdapter(modal, 'transaction:mark', { network, deadline: deadlines.read }, (read, base) =>
    read({ account, transaction: request.transaction, ...base }),
  )
}

type Signed = { readonly id?: string | undefined; readonly mark: TransactionMark | undefined }

type FollowOptions = {
  readonly transfer: OpenTransfer
  /** What the wallet answers; absent where nobody asks it any more. */
  readonly answer?: Promise<Answer> | undefined
  /** What is known of the transaction; more once the wallet has signed it. */
  readonly signed: Signed
  readonly onStep: OnSendingStep
}

/** Goes on until the outcome is known. Resolves earlier, where a search has ended without one. */
function follow(modal: Modal, { transfer, answer, signed, onStep }: FollowOptions): Promise<void> {
  const { id, address, caipNetworkId, namespace } = transfer
  const { signal: ended } = modal[internals]
  let known: Answer | undefined
  /** The hash, once the wallet or the network has it: whatever the wallet says later, it was sent. */
  let hash = transfer.hash
  let isWaiting = answer !== undefined
  /** Ends whatever is waited for: another answer, or another search, makes it pointless. */
  let interrupt: AbortController | undefined
  void answer?.then((value) => {
    known = value
    updateOpenTransfer(modal, id, { isAnswered: true })
    if (hash === undefined) interrupt?.abort()
  })
  const searches = modal[internals].searches ?? new Map<string, () => void>()
  modal[internals].searches = searches

  /** Undefined where something else happened meanwhile. */
  const untilInterrupted = async <value>(run: (signal: AbortSignal) => Promise<value>): Promise<value | undefined> => {
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    interrupt = controller
    ended.addEventListener('abort', abort)
    if (ended.aborted) abort()
    try {
      return await run(controller.signal)
    } catch (cause) {
      if (controller.signal.aborted) return undefined
      throw cause
    } finally {
      ended.removeEventListener('abort', abort)
      interrupt = undefined
    }
  }
  /** Until the user has it looked for again, or the wallet answers. */
  const rest = (): Promise<unknown> =>
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
      // nobody shows it: the user finds it where they send the next one
      const isSeen = onStep(step)
      if (isFinal(step)) {
        searches.delete(id)
        if (isSeen || step.type === 'unsent') dismissTransfer(modal, { id })
      }
      if (isFinal(step) || step.type === 'lost' || step.type === 'unconfirmed') resolve()
    }
    /** Undefined where the search was interrupted. */
    const search = async (): Promise<SendingStep | undefined> => {
      const error = known && 'error' in known ? known.error : undefined
      show({ type: 'looking', transferId: id })
      try {
        const { mark, id: signedId } = signed
        if (!mark) throw new FeatureNotSupportedError({ feature: 'transaction:mark', by: `The ${namespace} adapter` })
        const trace = await untilInterrupted((signal) =>
          findTransaction(modal, {
            ...{ caipNetworkId, address, mark, signal },
            id: signedId,
            canStillSign: answer ? known === undefined : !transfer.isAnswered,
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
        return { type: 'unconfirmed', hash: sent, error: toLatchkeyError(cause) }
      }
    }
    /** Whether it was sent: as far as it is known, else by a search. */
    const learn = async (): Promise<SendingStep | undefined> => {
      if (isWaiting) {
        isWaiting = false
        await untilInterrupted((signal) => (known ? Promise.resolve() : pause(modal.env, deadlines.approval, signal)))
      }
      if (hash !== undefined) return { type: 'sent', hash }
      if (known && 'hash' in known) return { type: 'sent', hash: known.hash }
      return known && isUnsent(known.error) ? { type: 'unsent', error: known.error } : search()
    }
    const run = async (): Promise<void> => {
      let step = await learn()
      while (!ended.aborted) {
        if (step?.type === 'sent') hash = step.hash
        if (step) show(step)
        if (step && isFinal(step)) return
        if (step?.type === 'sent') step = await confirm(step.hash)
        else {
          if (step) await rest()
          step = await learn()
        }
      }
      resolve()
    }
    void run()
  })
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
