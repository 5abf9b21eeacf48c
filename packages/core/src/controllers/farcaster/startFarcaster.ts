import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { track } from '../events/track.js'
import { askStep } from '../login/askStep.js'
import { requireAuthFeature } from '../login/requireAuthFeature.js'
import { show } from '../router/show.js'
import { connectFarcaster } from './connectFarcaster.js'
import { endFarcaster } from './endFarcaster.js'
import { failFarcaster } from './failFarcaster.js'
import { isFarcasterShown } from './isFarcasterShown.js'
import { setFarcaster } from './setFarcaster.js'
import { farcasterDeadlines, farcasterKey } from './state.js'
import { toPhoneLink } from './toPhoneLink.js'
import { waitForPhone } from './waitForPhone.js'
import { watchFarcaster } from './watchFarcaster.js'

export type StartFarcasterOptions = {
  /** Only this chain family; all that the wallet and the modal have unless told. */
  readonly namespace?: Namespace | undefined
}

/**
 * The flow behind Farcaster's button: gets a link, shows it, waits until the visitor has agreed on the phone that has Farcaster, and
 * connects every chain family; then the modal closes. How far it has come, and what failed, is in `state.farcaster`; after a failure
 * it is called again. Leaving the view ends it. One that runs is gone on with. Resolves when nothing is left to do.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`.
 */
export async function startFarcaster(
  modal: Modal,
  { namespace = modal.getState().modal.namespace }: StartFarcasterOptions = {},
): Promise<void> {
  const { run } = requireAuthFeature(modal, 'farcaster:start')
  const { farcaster } = modal.getState()
  if (farcaster && farcaster.step !== 'idle') {
    if (!farcaster.error) return
    // the visitor has agreed: nobody is asked again
    if (setFarcaster(modal, { type: 'retried' })) return connectFarcaster(modal)
  }
  if (!isFarcasterShown(modal.getState())) show(modal, { view: 'ConnectingFarcaster', params: undefined })
  endFarcaster(modal)
  setFarcaster(modal, { type: 'started', namespace })
  watchFarcaster(modal)
  track(modal, 'SOCIAL_LOGIN_STARTED', { provider: 'farcaster' })
  return askStep(modal, {
    key: farcasterKey,
    deadline: farcasterDeadlines.start,
    ask: async (signal) => toPhoneLink(await run({ signal })),
    onReply: (url) => (setFarcaster(modal, { type: 'shown', url }) ? () => waitForPhone(modal) : undefined),
    onError: (error) => failFarcaster(modal, error),
  })
}
