import { goBack } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { socialTexts } from '../../i18n/messages/social.js'
import { useTexts } from '../../i18n/useTexts.js'
import { CopyLink } from '../../primitives/CopyLink/CopyLink.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { SocialTile } from '../../primitives/SocialMark/SocialTile.js'
import { Status } from '../../primitives/Status/Status.js'
import { useShell } from '../../router/ShellContext.js'

/** The link on the phone itself: a real one, which a tap follows into the app. */
export function FarcasterLink({ url }: { readonly url: string | undefined }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(socialTexts)
  const leave = (): void => goBack(modal)
  return (
    <Status
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
