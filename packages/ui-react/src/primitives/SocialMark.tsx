import type { LoginLook, Social } from '@latchkey/core'
import { getAuthConnector } from '@latchkey/core/internal'
import { type ReactElement, useState } from 'react'
import { useShell } from '../hooks/useShell.js'
import type { UiModal } from '../uiModal.js'

/** The icons of the providers on a grid of 24, in their colors; those of black logos in the text color. */
const marks: Readonly<Record<string, ReactElement>> = {
  google: (
    <g fill="none" strokeWidth="3.8">
      <path stroke="#ea4335" d="M17.82 7.11A7.6 7.6 0 0 0 5.42 8.2" />
      <path stroke="#fbbc05" d="M5.42 8.2a7.6 7.6 0 0 0 0 7.6" />
      <path stroke="#34a853" d="M5.42 15.8a7.6 7.6 0 0 0 11.76 1.76" />
      <path stroke="#4285f4" d="M12 12h7.6a7.6 7.6 0 0 1-2.42 5.56" />
    </g>
  ),
  x: (
    <path
      d="M3.9 4.5h4.4l11.8 15h-4.4zM19.3 4l-6.2 6.9M10.6 13.7l-5.7 6.3"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
    />
  ),
  farcaster: (
    <path
      fill="#855dcd"
      d="M6.2 4.5h11.6v2.2H20v2h-1v9.4h.9v1.4h-4.7v-1.4h.9v-4.2a4.1 4.1 0 0 0-8.2 0v4.2h.9v1.4H4.1v-1.4H5V8.7H4v-2h2.2z"
    />
  ),
  discord: (
    <path
      fill="#5865f2"
      fillRule="evenodd"
      d="M8.6 5.4c-1.5.3-2.8.7-4 1.4C2.8 9.8 2.1 13 2.4 16.3c1.4 1.1 3 1.9 4.7 2.3l1.1-1.9c2.5.8 5.1.8 7.6 0l1.1 1.9c1.7-.4 3.3-1.2 4.7-2.3.3-3.3-.4-6.5-2.2-9.5-1.2-.7-2.5-1.1-4-1.4l-.7 1.4a12.6 12.6 0 0 0-5.4 0zM9 10.5a1.7 1.9 0 1 0 0 3.8 1.7 1.9 0 0 0 0-3.8zM15 10.5a1.7 1.9 0 1 0 0 3.8 1.7 1.9 0 0 0 0-3.8z"
    />
  ),
  apple: (
    <path
      fill="currentColor"
      d="M12 8c1.1-.6 2.2-1 3.3-.9 1.4.1 2.5.7 3.3 1.7-1.5 1-2.2 2.2-2.1 3.7.1 1.6 1 2.9 2.6 3.5-.8 2.4-2.3 4.5-4 4.5-1.1 0-1.8-.7-3.1-.7s-2 .7-3.1.7c-2.1 0-4.6-4-4.6-7.7 0-3.5 2.1-5.7 4.6-5.7 1.2 0 2.2.4 3.1.9zM12.2 6c-.1-2 1.2-3.4 3.1-3.8.2 2.1-1.2 3.6-3.1 3.8z"
    />
  ),
  github: (
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 1 0 0-19zM12 6.8c-0.84 0 -1.67 0.08 -2.43 0.3 -0.91 -0.68 -1.82 -0.91 -2.36 -0.91 -0.38 0.91 -0.3 1.82 -0.15 2.36a4.56 4.56 0 0 0 -1.14 3.04c0 2.96 1.9 3.95 3.95 4.26 -0.38 0.46 -0.61 0.99 -0.61 1.6v3.2h5.48v-3.2c0 -0.61 -0.23 -1.14 -0.61 -1.6 2.05 -0.3 3.95 -1.29 3.95 -4.26a4.56 4.56 0 0 0 -1.14 -3.04c0.15 -0.53 0.23 -1.44 -0.15 -2.36 -0.53 0 -1.44 0.23 -2.36 0.91 -0.76 -0.23 -1.6 -0.3 -2.43 -0.3zM9.2 18.2c-1.5.3-2.2-.2-2.8-1.2-.4-.6-.8-.9-1.4-.9-.2.4.3.6.6 1.2.6 1.2 1.5 2.2 3.6 1.9z"
    />
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="9.5" fill="#1877f2" />
      <path
        fill="#fff"
        d="M13.7 21.35v-6.6h2.5l.5-3.1h-3V9.85c0-1 .5-1.6 1.8-1.6h1.3V5.6c-.5-.1-1.2-.2-2-.2-2.5 0-4.1 1.5-4.1 4.2v2.05H8.1v3.1h2.6v6.6z"
      />
    </>
  ),
}

/** The icon of a login provider: the first letter of its name if there is none. */
export function SocialMark({ social }: { readonly social: Social }): ReactElement {
  const { modal } = useShell()
  const [failed, setFailed] = useState<string>()
  const mark = marks[social]
  if (mark)
    return (
      <svg className="brand" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        {mark}
      </svg>
    )
  const { name, icon } = toSocialLook(modal, social)
  return icon && icon !== failed ? (
    <img
      className="brand"
      src={icon}
      alt=""
      width="20"
      height="20"
      referrerPolicy="no-referrer"
      onError={() => setFailed(icon)}
    />
  ) : (
    // drawn by the stylesheet, so that it is no part of a button's text [WCAG 2.5.3]
    <span className="brand letter" data-letter={[...name][0]?.toUpperCase()} aria-hidden="true" />
  )
}

/** The icon of a login provider as a tile. */
export function SocialTile({ social }: { readonly social: Social }): ReactElement {
  return (
    <span className="tile social" part="tile" aria-hidden="true">
      <SocialMark social={social} />
    </span>
  )
}

/** The names of the known providers: the same in every language. */
export const socialNames: Readonly<Record<string, string>> = {
  google: 'Google',
  x: 'X',
  farcaster: 'Farcaster',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}

/** How a login provider is shown: a known one, one that the embedded wallet describes, or by its id. */
function toSocialLook(modal: UiModal, social: Social): LoginLook {
  const name = socialNames[social]
  return name ? { name } : (getAuthConnector(modal)?.meta.logins?.[social] ?? { name: social })
}

/** The name of a login provider. */
export function toSocialName(modal: UiModal, social: Social): string {
  return toSocialLook(modal, social).name
}
