import { internals, type Modal } from '../../modal.js'
import { pause } from '../../utils/pause.js'
import { refreshHoldings } from '../portfolio/refreshHoldings.js'
import { isMore } from './isMore.js'
import { type HoldingRequest, readHolding } from './readHolding.js'
import { setOnRamp } from './setOnRamp.js'
import { onRampDelays } from './state.js'

export type ArrivalRequest = HoldingRequest & {
  /** The balance from before the purchase, as a decimal text in whole units. */
  readonly before: string
}

/** Looks at the balance until there is more of it; then all that shows balances reads anew. Rejects with the reason of the signal. */
export async function watchArrival(modal: Modal, { before, ...holding }: ArrivalRequest): Promise<void> {
  const { signal } = holding
  for (;;) {
    await pause(modal.env, onRampDelays.poll, signal)
    // nobody sees it: on the page's return it is looked at again
    if (modal.env.window()?.document?.visibilityState === 'hidden') continue
    try {
      if (isMore(await readHolding(modal, holding), before)) break
    } catch {
      signal.throwIfAborted() // a service that fails is asked again
    }
  }
  signal.throwIfAborted()
  setOnRamp(modal, { type: 'received' })
  refreshHoldings(modal, holding.namespace).catch(modal[internals].warn)
}
