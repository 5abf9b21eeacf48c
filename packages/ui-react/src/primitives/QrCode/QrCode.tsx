import { loadModule } from '@latchkey/core'
import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { QrPath } from './toQrPath.js'

export type QrCodeProps = {
  /** What the code says; absent while it is on its way. */
  readonly text: string | undefined
  /** What it is for. */
  readonly label: string
  /** In the middle: whose code it is. */
  readonly mark: ReactNode
}

type Draw = (text: string) => QrPath

/** A code to scan, dark on white whatever the theme: many readers know no other. */
export function QrCode({ text, label, mark }: QrCodeProps): ReactElement {
  const draw = useDraw()
  const drawn = useMemo(() => (draw && text !== undefined ? draw(text) : undefined), [draw, text])
  if (!drawn) return <span className="qr" data-loading="" role="img" aria-label={label} aria-busy="true" />
  return (
    <span className="qr" role="img" aria-label={label}>
      <svg viewBox={`0 0 ${drawn.size} ${drawn.size}`} aria-hidden="true">
        <path d={drawn.path} />
      </svg>
      {mark}
    </span>
  )
}

/** What draws codes, once it is loaded: it weighs more than the view, and the first code takes as long. */
function useDraw(): Draw | undefined {
  const [draw, setDraw] = useState<Draw>()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  useEffect(() => {
    let isCurrent = true
    loadModule(() => import('./toQrPath.js')).then(
      ({ toQrPath }) => isCurrent && setDraw(() => toQrPath),
      (cause: unknown) => isCurrent && setFailure({ cause }),
    )
    return () => {
      isCurrent = false
    }
  }, [])
  if (failure) throw failure.cause // the boundary says so and offers to try again
  return draw
}
