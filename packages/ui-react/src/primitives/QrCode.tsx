import { type ReactElement, type ReactNode, useMemo } from 'react'
import { toQrPath } from './toQrPath.js'

type QrCodeProps = {
  /** What the code says; absent while it is on its way. */
  readonly text: string | undefined
  /** What it is for. */
  readonly label: string
  /** In the middle: whose code it is. */
  readonly mark: ReactNode
}

/** A code to scan, dark on white whatever the theme: many readers know no other. */
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
