import type { ModalState, Namespace, Social, ViewName } from '@latchkey/core'
import { filterSocials, prepareConnect, startFarcaster, startSocialLogin } from '@latchkey/core/controllers'
import { getAuthConnector } from '@latchkey/core/internal'
import { useEffect } from 'react'
import { socialTexts } from '../i18n/messages/social.js'
import { useTexts } from '../i18n/useTexts.js'
import { showSocialFailure } from '../primitives/Toast/showSocialFailure.js'
import { useShell } from '../router/ShellContext.js'
import { useModalState } from './useModalState.js'

export type Socials = {
  /** Those that work here, in the order of the app. */
  readonly socials: readonly Social[]
  /** Has the code there before the press: the popup opens in its very task, or WebKit blocks it. */
  readonly prepare: (social: Social) => Record<'onPointerOver' | 'onPointerDown' | 'onFocus', () => void>
  readonly start: (social: Social) => void
}

const selectFeatures = (state: ModalState): ModalState['features'] => state.features

/** The logins at other sites, on one chain family where one is named. */
export function useSocials(namespace: Namespace | undefined): Socials {
  const { modal, prepareView } = useShell()
  const t = useTexts(socialTexts)
  // decides which there are
  useModalState(selectFeatures)
  const connectorId = getAuthConnector(modal)?.meta.id
  useEffect(() => {
    // nothing hovers before a finger presses, and a tablet with a mouse still has fingers
    const isTouched = modal.env.window()?.matchMedia?.('(any-pointer: coarse)').matches
    if (connectorId && isTouched) prepareConnect(modal, { connectorId })
  }, [modal, connectorId])
  return {
    socials: filterSocials(modal),
    prepare(social) {
      const view: ViewName = social === 'farcaster' ? 'ConnectingFarcaster' : 'ConnectingSocial'
      const near = (): void => {
        if (connectorId) prepareConnect(modal, { connectorId })
        prepareView(view)
      }
      return { onPointerOver: near, onPointerDown: near, onFocus: near }
    },
    start(social) {
      // within the press, whatever comes later
      const flow =
        social === 'farcaster'
          ? startFarcaster(modal, { namespace })
          : startSocialLogin(modal, { provider: social, namespace })
      flow.catch((cause: unknown) => showSocialFailure(modal, t, { cause, social }))
    },
  }
}
