import {
  isLatchkeyError,
  type ModalState,
  type Namespace,
  type Social,
  type SocialLoginError,
  type ViewName,
} from '@latchkey/core'
import { prepareConnect } from '@latchkey/core/controllers/connection'
import { filterSocials, startFarcaster, startSocialLogin } from '@latchkey/core/controllers/login'
import { showToast } from '@latchkey/core/controllers/shell'
import { getAuthConnector } from '@latchkey/core/internal'
import { useEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import type { ShellKey } from '../../i18n/messages/keys.js'
import { type Translate, toErrorKey } from '../../i18n/translate.js'
import { toSocialName } from '../../primitives/SocialMark.js'
import type { UiModal } from '../../uiModal.js'
import { socialTexts } from './messages.js'

type Socials = {
  /** The logins that work here: the last used one, then the others in the order of the app. */
  readonly socials: readonly Social[]
  /** The one that the user has logged in with last. */
  readonly last: Social | undefined
  /** Loads the code before the click: WebKit blocks a pop-up that does not open in the task of the click. */
  readonly prepare: (social: Social) => Record<'onPointerOver' | 'onPointerDown' | 'onFocus', () => void>
  readonly start: (social: Social) => void
}

const selectFeatures = (state: ModalState): ModalState['features'] => state.features
const selectLastLogin = (state: ModalState): ModalState['lastLogin'] => state.lastLogin

/** The social logins, on one namespace if given. */
export function useSocials(namespace: Namespace | undefined): Socials {
  const { modal, prepareView } = useShell()
  const t = useTexts(socialTexts)
  // the logins depend on it
  useModalState(selectFeatures)
  const lastLogin = useModalState(selectLastLogin)
  const offered = filterSocials(modal)
  const last = offered.find((social) => social === lastLogin)
  const connectorId = getAuthConnector(modal)?.meta.id
  useEffect(() => {
    // touch has no hover, and a tablet with a mouse still has touch
    const isTouched = modal.env.window()?.matchMedia?.('(any-pointer: coarse)').matches
    if (connectorId && isTouched) prepareConnect(modal, { connectorId })
  }, [modal, connectorId])
  return {
    socials: last ? [last, ...offered.filter((social) => social !== last)] : offered,
    last,
    prepare(social) {
      const view: ViewName = social === 'farcaster' ? 'ConnectingFarcaster' : 'ConnectingSocial'
      const near = (): void => {
        if (connectorId) prepareConnect(modal, { connectorId })
        prepareView(view)
      }
      return { onPointerOver: near, onPointerDown: near, onFocus: near }
    },
    start(social) {
      // must start during the click
      const flow =
        social === 'farcaster'
          ? startFarcaster(modal, { namespace })
          : startSocialLogin(modal, { provider: social, namespace })
      flow.catch((cause: unknown) => showSocialFailure(modal, t, { cause, social }))
    },
  }
}

/** Shows why a social login could not even start, as without an embedded wallet. */
export function showSocialFailure(
  modal: UiModal,
  t: Translate<keyof typeof socialTexts | ShellKey>,
  { cause, social }: { readonly cause: unknown; readonly social: Social },
): void {
  const code = isLatchkeyError(cause) ? cause.code : 'CONNECTOR_FAILED'
  const { title } = toSocialErrorTexts(t, { code, message: '' }, toSocialName(modal, social))
  showToast(modal, { variant: 'error', message: { text: title } })
}

/** Error codes of providers if the user cancels: the standard's [RFC 6749 §4.1.2.1], and Apple's. */
const cancellations: readonly string[] = ['access_denied', 'user_cancelled_authorize']

type SocialErrorTexts = {
  /** The error. */
  readonly title: string
  /** Its reason or a remedy; undefined if only retrying helps. */
  readonly help: string | undefined
}

/** The texts of a failed social login with a provider of this name. The provider and the wallet's frame have texts of their own. */
export function toSocialErrorTexts(
  t: Translate<keyof typeof socialTexts | ShellKey>,
  { code, message, details }: SocialLoginError,
  provider: string,
): SocialErrorTexts {
  const title = isSocialKey(code) ? t(code) : t(toErrorKey(code))
  if (code === 'FRAME_FAILED') return { title: message || title, help: undefined }
  if (details && !cancellations.includes(details)) return { title, help: t('providerSays', { provider, details }) }
  const key = `${code}_help`
  return { title, help: isSocialKey(key) ? t(key, { provider }) : undefined }
}

function isSocialKey(key: string): key is keyof typeof socialTexts {
  return Object.hasOwn(socialTexts, key)
}
