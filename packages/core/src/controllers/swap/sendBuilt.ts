import type { BuiltTransaction } from '../../api/blockchain/types.js'
import { AccountChangedError } from '../../errors/connected.js'
import { SwapFailedError } from '../../errors/swap.js'
import type { Modal } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import { type SendingStep, trackSending } from '../transfers/trackSending.js'
import { toTransaction } from './checkSwap.js'
import type { SwapStepEvent } from './reduceSwapStep.js'
import { setSwapStep } from './setSwapStep.js'
import type { SwapState } from './state.js'
import { toSwapFault } from './toSwapFault.js'

export type SendBuiltRequest = {
  readonly tx: BuiltTransaction
  readonly swap: SwapState
  readonly kind: 'swap' | 'approval'
  /** The outcome became known after `sendBuilt` had resolved with `unknown`. */
  readonly onLate: (outcome: 'confirmed' | 'over') => void
}

/**
 * Has the wallet sign and send, where it still is on the account and network of the swap, and waits until the network has it. Resolves with
 * `unknown` where it may have been sent and was not found, or not confirmed; then `swap` is `looking`, `lost` or `confirming`.
 *
 * Throws `ACCOUNT_CHANGED`, `SWAP_FAILED` where the network has refused it, and what the wallet reports before it has sent.
 */
export function sendBuilt(
  modal: Modal,
  { tx, swap, kind, onLate }: SendBuiltRequest,
): Promise<'confirmed' | 'void' | 'unknown'> {
  const { address, caipNetworkId, id } = swap
  const connection = getConnection(modal.getState(), 'eip155')
  if (connection?.caipNetworkId !== caipNetworkId || connection.accounts[0].address !== address)
    return Promise.reject(new AccountChangedError())
  const transaction = toTransaction(tx)
  const request = { namespace: 'eip155', caipNetworkId, address, kind, transaction } as const
  return new Promise((resolve, reject) => {
    let isOpen = true
    const onStep = (step: SendingStep): boolean => {
      const event = toEvent(step, kind)
      const isShown = event ? setSwapStep(modal, event, id) !== undefined : modal.getState().swap?.id === id
      if (step.type === 'lost' || step.type === 'unconfirmed') {
        isOpen = false
        resolve('unknown')
      } else if (step.type === 'confirmed' || step.type === 'void') {
        if (isOpen) resolve(step.type)
        else onLate(step.type === 'confirmed' ? 'confirmed' : 'over')
      } else if (step.type === 'unsent' || step.type === 'failed') {
        const error = step.type === 'unsent' ? step.error : new SwapFailedError({ details: step.error.details })
        if (isOpen) reject(error)
        else setSwapStep(modal, { type: 'failed', error: toSwapFault(error) }, id)
      }
      return isShown
    }
    void trackSending(modal, request, onStep)
  })
}

/** The step as the swap knows it; what ends an approval, or fails, is the caller's. */
function toEvent(step: SendingStep, kind: SendBuiltRequest['kind']): SwapStepEvent | undefined {
  switch (step.type) {
    case 'confirmed':
      return kind === 'swap' ? step : undefined
    case 'looking':
    case 'sent':
      return step
    case 'lost':
    case 'void':
    case 'unconfirmed':
      return { type: step.type, error: toSwapFault(step.error) }
    default:
      return undefined
  }
}
