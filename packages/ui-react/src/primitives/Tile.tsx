import { type ReactElement, type ReactNode, useState } from 'react'
import { useAfterPaint } from '../hooks/useAfterPaint.js'

type TileProps = {
  /** The name of what it shows: its first letter is shown until the image is loaded, or if there is none. */
  readonly name: string
  readonly src?: string | undefined
  /** A round one: networks and tokens. */
  readonly round?: boolean | undefined
}

/** An icon of 40 px. Images are rendered after the first frame, because decoding would delay it. */
export function Tile({ name, src, round }: TileProps): ReactElement {
  const isPainted = useAfterPaint(src !== undefined)
  const [failed, setFailed] = useState<string>()
  const isShown = isPainted && src !== undefined && src !== failed
  return (
    <span className="tile" part="tile" data-round={round || undefined} aria-hidden="true">
      {isShown ? (
        <img src={src} alt="" width="40" height="40" draggable={false} onError={() => setFailed(src)} />
      ) : (
        toMonogram(name)
      )}
    </span>
  )
}

type IconTileProps = {
  readonly children: ReactNode
  /** With a background. */
  readonly isFilled?: boolean | undefined
}

/** A tile with an icon of ours. */
export function IconTile({ children, isFilled }: IconTileProps): ReactElement {
  return (
    <span className="tile" part="tile" data-plain={isFilled ? undefined : ''} aria-hidden="true">
      {children}
    </span>
  )
}

function toMonogram(name: string): string {
  return (Array.from(name.trim())[0] ?? '?').toUpperCase()
}
