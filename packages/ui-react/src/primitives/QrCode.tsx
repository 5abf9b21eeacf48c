import { type ReactElement, type ReactNode, useMemo } from 'react'
import { toQrPath } from './toQrPath.js'

type QrCodeProps = {
  /** The content of the code; absent while it is loading. */
  readonly text: string | undefined
  /** Its accessible name. */
  readonly label: string
  /** Shown in the middle. */
  readonly mark: ReactNode
}

/** A QR code, dark on white in every theme: many scanners read no other. */
export function QrCode({ text, label, mark }: QrCodeProps): ReactElement {
  const drawn = useMemo(() => (text === undefined ? undefined : toQrPath(text)), [text])
  if (!drawn) return <span className="qr" part="qr" data-loading="" role="img" aria-label={label} aria-busy="true" />
  return (
    <span className="qr" part="qr" role="img" aria-label={label}>
      <svg viewBox={`0 0 ${drawn.size} ${drawn.size}`} aria-hidden="true">
        <path d={drawn.path} />
      </svg>
      {mark}
    </span>
  )
}
