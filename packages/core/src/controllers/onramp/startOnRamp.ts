import { fetchOnRampOptions } from '../../api/blockchain/fetchOnRampOptions.js'
import type { OnRampOptions } from '../../api/blockchain/types.js'
import { beginAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getPurchaseNetwork } from './getPurchaseNetwork.js'
import { isOutage } from './isOutage.js'
import { parseEnabledProviders } from './parseEnabledProviders.js'
import { sampleOptions } from './samples.js'
import { setOnRamp } from './setOnRamp.js'
import { onRampDelays, onRampKeys } from './state.js'
import { toOnRampError } from './toOnRampError.js'

/**
 * Asks what can be bought, where the active wallet is, at which of the providers that are switched on. Where the service cannot be
 * reached, fails, or makes no sense, samples stand in that cannot be bought [S8.56]; what it refuses is in `state.onramp.error`. What was
 * chosen stays where it is still offered. Throws `NOT_STARTED`.
 */
export async function startOnRamp(modal: Modal): Promise<void> {
  assertStarted(modal)
  const attempt = beginAttempt(modal, { key: onRampKeys.options, deadline: onRampDelays.call })
  setOnRamp(modal, { type: 'opened' })
  try {
    const options = await attempt.race(fetchOnRampOptions(modal, { signal: attempt.signal }))
    attempt.signal.throwIfAborted()
    setOnRamp(modal, { type: 'listed', options: toOffer(modal, options), isSample: false })
  } catch (cause) {
    const error = await toOnRampError(cause)
    if (!attempt.isLatest()) return
    if (isOutage(error)) setOnRamp(modal, { type: 'listed', options: sampleOptions, isSample: true })
    else setOnRamp(modal, { type: 'failed', error })
  } finally {
    attempt.end()
  }
}

/** What of it this visitor can have: providers that are on, currencies of the modal's networks. [S5.17] */
function toOffer(modal: Modal, options: OnRampOptions): OnRampOptions {
  const state = modal.getState()
  const enabled = parseEnabledProviders(state.features.onramp)
  return {
    ...options,
    providers: (options.providers ?? []).filter(({ name }) => enabled?.includes(name) ?? true),
    purchaseCurrencies: options.purchaseCurrencies.filter((currency) => getPurchaseNetwork(state, currency)),
  }
}
