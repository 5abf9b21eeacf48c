import type { ReactElement } from 'react'
import { socialTexts } from '../../i18n/messages/social.js'
import { useTexts } from '../../i18n/useTexts.js'
import { CopyLink } from '../../primitives/CopyLink/CopyLink.js'
import { QrCode } from '../../primitives/QrCode/QrCode.js'
import { SocialTile } from '../../primitives/SocialMark/SocialTile.js'

/** The link as a code for the phone that has Farcaster, and to be copied. */
export function FarcasterCode({ url }: { readonly url: string | undefined }): ReactElement {
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
