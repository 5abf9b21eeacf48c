import type { PairingCode } from '@latchkey/core'
import { type ReactElement, useState } from 'react'
import { useSecondsUntil } from '../../hooks/useSecondsUntil.js'
import { useTexts } from '../../hooks/useShell.js'
import { CopyLink } from '../../primitives/CopyLink.js'
import { QrCode } from '../../primitives/QrCode.js'
import { WalletTile } from '../../primitives/Row.js'
import { pairingTexts } from './messages.js'
import type { PairedWallet } from './usePairing.js'

type QrPanelProps = { readonly paired: PairedWallet; readonly code: PairingCode | undefined }

/** The code to scan, its remaining time, and its link. */
export function QrPanel({ paired, code }: QrPanelProps): ReactElement {
  const t = useTexts(pairingTexts)
  const { wallet, name } = paired
  return (
    <div className="pairing">
      <QrCode
        text={code?.uri}
        label={wallet ? t('codeLabel', { wallet: name }) : t('codeLabelAny')}
        mark={<WalletTile {...paired} />}
      />
      <p className="muted">
        {wallet ? t('scan', { wallet: name }) : t('scanAny')}
        <Renewal code={code} />
      </p>
      <RenewalNotice code={code} />
      <CopyLink uri={code?.uri} label={t('pairingLink')} />
    </div>
  )
}

/** Counts down without announcing it to screen readers. */
function Renewal({ code }: { readonly code: PairingCode | undefined }): ReactElement | null {
  const t = useTexts(pairingTexts)
  const left = useSecondsUntil(code?.expiresAt)
  if (left === undefined) return null
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return <> · {t('renewsIn', { time })}</>
}

/** Announces each new code once. */
function RenewalNotice({ code }: { readonly code: PairingCode | undefined }): ReactElement {
  const t = useTexts(pairingTexts)
  const [{ uri, count }, setSeen] = useState<{ readonly uri: string | undefined; readonly count: number }>({
    uri: undefined,
    count: 0,
  })
  if (code && code.uri !== uri) setSeen({ uri: code.uri, count: count + 1 })
  return (
    <span className="sr" role="status">
      {count > 1 && <span key={uri}>{t('codeRenewed')}</span>}
    </span>
  )
}
