import { type FarcasterState, isLatchkeyError, type ModalState, type SocialLoginError } from '@latchkey/core'
import { startFarcaster } from '@latchkey/core/controllers/login'
import { goBack } from '@latchkey/core/controllers/shell'
import { getRoute, isPhone } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useRunning } from '../../hooks/useRunning.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { CopyLink } from '../../primitives/CopyLink.js'
import { Icon } from '../../primitives/Icon.js'
import { QrCode } from '../../primitives/QrCode.js'
import { SocialTile } from '../../primitives/SocialMark.js'
import { RequestStatus } from '../../primitives/Status.js'
import { socialTexts } from './messages.js'
import { toSocialErrorTexts } from './useSocials.js'

type Running = Exclude<FarcasterState, { readonly step: 'idle' }>

/** The view stays mounted while the modal fades. */
const selectShown = (state: ModalState): boolean => state.modal.open && getRoute(state).view === 'ConnectingFarcaster'
const selectFarcaster = ({ farcaster }: ModalState): Running | undefined =>
  farcaster && farcaster.step !== 'idle' ? farcaster : undefined

/** Shows the login link for the phone with Farcaster, and the result. */
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
    // starts the login if the view was opened directly; otherwise it already runs
    if (isShown && !selectFarcaster(modal.getState())) start()
  }, [modal, isShown, start])

  const error = running?.error ?? (running ? undefined : refusal)
  if (error || running?.step === 'connecting') {
    const words = error && toSocialErrorTexts(t, error, 'Farcaster')
    return (
      <RequestStatus
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

/** The link as a QR code for the phone with Farcaster, and to copy. */
function FarcasterCode({ url }: { readonly url: string | undefined }): ReactElement {
  const t = useTexts(socialTexts)
  return (
    <div className="body farcaster">
      <QrCode text={url} label={t('farcasterLabel')} mark={<SocialTile social="farcaster" />} />
      <p className="muted" role="status">
        {t(url ? 'farcasterScan' : 'farcasterPreparing')}
      </p>
      <CopyLink uri={url} label={t('farcasterLink')} />
    </div>
  )
}

/** The link on the phone itself: a real link, which a tap follows into the app. */
function FarcasterLink({ url }: { readonly url: string | undefined }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(socialTexts)
  const leave = (): void => goBack(modal)
  return (
    <RequestStatus
      mark={<SocialTile social="farcaster" />}
      title={t('farcasterPhone')}
      text={t(url ? 'farcasterPhoneText' : 'farcasterPreparing')}
      action={
        <>
          {url ? (
            <a
              className="btn"
              part="button primary"
              data-kind="primary"
              href={url}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('farcasterOpen')}
              <Icon name="external" flip />
            </a>
          ) : (
            <button className="btn" part="button primary" data-kind="primary" type="button" disabled>
              {t('farcasterOpen')}
            </button>
          )}
          <CopyLink uri={url} label={t('farcasterLink')} />
        </>
      }
      onRetry={leave}
      onCancel={leave}
    />
  )
}
