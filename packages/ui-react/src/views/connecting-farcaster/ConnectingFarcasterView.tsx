import { type FarcasterState, isLatchkeyError, type ModalState, type SocialLoginError } from '@latchkey/core'
import { goBack, startFarcaster } from '@latchkey/core/controllers'
import { getRoute, isPhone } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useRunning } from '../../hooks/useRunning.js'
import { socialTexts } from '../../i18n/messages/social.js'
import { toSocialWords } from '../../i18n/toSocialWords.js'
import { useTexts } from '../../i18n/useTexts.js'
import copyLink from '../../primitives/CopyLink/CopyLink.css'
import qr from '../../primitives/QrCode/QrCode.css'
import mark from '../../primitives/SocialMark/SocialMark.css'
import { SocialTile } from '../../primitives/SocialMark/SocialTile.js'
import status from '../../primitives/Status/Status.css'
import { Status } from '../../primitives/Status/Status.js'
import { useShell } from '../../router/ShellContext.js'
import own from './ConnectingFarcasterView.css'
import { FarcasterCode } from './FarcasterCode.js'
import { FarcasterLink } from './FarcasterLink.js'

export { ConnectingFarcasterView as View }
export const styles: string = [copyLink, qr, mark, status, own].join('')

type Running = Exclude<FarcasterState, { readonly step: 'idle' }>

/** The view stays while the modal fades. */
const selectShown = (state: ModalState): boolean => state.modal.open && getRoute(state).view === 'ConnectingFarcaster'
const selectFarcaster = ({ farcaster }: ModalState): Running | undefined =>
  farcaster && farcaster.step !== 'idle' ? farcaster : undefined

/** Shows the link to follow on the phone that has Farcaster, and says what became of it. */
export function ConnectingFarcasterView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(socialTexts)
  const isShown = useModalState(selectShown)
  const running = useRunning('ConnectingFarcaster', selectFarcaster)
  const [refusal, setRefusal] = useState<SocialLoginError>()
  const start = useCallback(() => {
    setRefusal(undefined)
    startFarcaster(modal).catch((cause: unknown) =>
      setRefusal({ code: isLatchkeyError(cause) ? cause.code : 'FARCASTER_FAILED', message: '' }),
    )
  }, [modal])
  useEffect(() => {
    // it may be opened by itself; from the ways to connect it runs already
    if (isShown && !selectFarcaster(modal.getState())) start()
  }, [modal, isShown, start])

  const error = running?.error ?? (running ? undefined : refusal)
  if (error || running?.step === 'connecting') {
    const words = error && toSocialWords(t, error, 'farcaster')
    return (
      <Status
        mark={<SocialTile social="farcaster" />}
        title={t('social_connecting')}
        text={t('social_connecting_text')}
        error={error}
        failure={words?.title}
        help={words?.help}
        onRetry={start}
        onCancel={() => goBack(modal)}
      />
    )
  }
  return isPhone(modal.env.window()) ? <FarcasterLink url={running?.url} /> : <FarcasterCode url={running?.url} />
}
