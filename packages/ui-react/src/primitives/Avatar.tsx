import { type ReactElement, useId, useState } from 'react'

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
  const [a, b, c] = toHues(address)
  return (
    <svg className="avatar" viewBox="0 0 72 72" aria-hidden="true">
      <linearGradient id={id} x2="1" y2="1">
        <stop stopColor={`hsl(${a} 80% 62%)`} />
        <stop offset="0.55" stopColor={`hsl(${b} 75% 52%)`} />
        <stop offset="1" stopColor={`hsl(${c} 80% 45%)`} />
      </linearGradient>
      <circle cx="36" cy="36" r="36" fill={`url(#${id})`} />
    </svg>
  )
}

/** Three hues from the text, an FNV-1a hash apart. */
function toHues(text: string): readonly [number, number, number] {
  let hash = 0x811c9dc5
  for (const character of text.toLowerCase()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  const first = hash % 360
  const step = 40 + ((hash >>> 9) % 60)
  return [first, (first + step) % 360, (first + 2 * step) % 360]
}
