import { type ReactElement, useId, useState } from 'react'
import { toAvatarColors } from './avatarColors.js'

type AvatarProps = {
  readonly address: string
  /** The owner's picture. */
  readonly src?: string | undefined
}

/** A picture derived from an address: the same address looks the same everywhere. Or the owner's picture, if there is one. */
export function Avatar({ address, src }: AvatarProps): ReactElement {
  const id = useId()
  const [failed, setFailed] = useState<string>()
  if (src && src !== failed)
    return <img className="avatar" src={src} alt="" draggable={false} onError={() => setFailed(src)} />
  return (
    <svg className="avatar" viewBox="0 0 72 72" aria-hidden="true">
      <linearGradient id={id} x2="1" y2="1">
        {toAvatarColors(address).map(({ offset, color }) => (
          <stop offset={offset} stopColor={color} key={offset} />
        ))}
      </linearGradient>
      <circle cx="36" cy="36" r="36" fill={`url(#${id})`} />
    </svg>
  )
}
