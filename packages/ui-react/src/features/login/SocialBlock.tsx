import type { Namespace, Social } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { popTo } from '@latchkey/core/internal'
import { type ReactElement, useRef } from 'react'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { useStyles } from '../../hooks/useStyles.js'
import socialMarkStyles from '../../primitives/SocialMark.css'
import { SocialMark, toSocialName } from '../../primitives/SocialMark.js'
import { socialTexts } from './messages.js'
import styles from './SocialBlock.css'
import { useSocials } from './useSocials.js'

const blockStyles = socialMarkStyles + styles

/** The social logins among the connection methods. */
export function SocialBlock({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(socialTexts)
  const block = useRef<HTMLDivElement>(null)
  useStyles(blockStyles, block)
  const { socials, last, prepare, start } = useSocials(namespace)
  const { wide, icons, hasMore } = toSocialLayout(socials)
  const startHere = (social: Social): void => {
    // leaves the view beside the connection methods
    popTo(modal, 'Connect')
    start(social)
  }
  const toLabel = (social: Social): string => t('socialWith', { provider: toSocialName(modal, social) })
  return (
    <div className="socials" ref={block}>
      {wide.map((social) => (
        <button
          key={social}
          className="btn"
          part="button"
          type="button"
          {...prepare(social)}
          onClick={() => startHere(social)}
        >
          <SocialMark social={social} />
          {toLabel(social)}
          {social === last && (
            <span className="tag" part="tag">
              {t('walletRecent')}
            </span>
          )}
        </button>
      ))}
      {icons.length > 0 && (
        <ul>
          {icons.map((social) => (
            <li key={social}>
              <button
                className="btn"
                part="button"
                type="button"
                aria-label={toLabel(social)}
                title={toSocialName(modal, social)}
                {...prepare(social)}
                onClick={() => startHere(social)}
              >
                <SocialMark social={social} />
              </button>
            </li>
          ))}
          {hasMore && (
            <li>
              <button
                className="btn"
                part="button"
                type="button"
                aria-label={t('socialMore')}
                title={t('socialMore')}
                onPointerOver={() => prepareView('ConnectSocials')}
                onClick={() => {
                  popTo(modal, 'Connect')
                  push(modal, { view: 'ConnectSocials', params: namespace && { namespace } })
                }}
              >
                <svg className="icon more" viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M6 12h.1M12 12h.1M18 12h.1" />
                </svg>
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

type SocialLayout = {
  /** Full-width buttons with names. */
  readonly wide: readonly Social[]
  /** Icon buttons in one line. */
  readonly icons: readonly Social[]
  /** Whether there are more behind the last icon. */
  readonly hasMore: boolean
}

/** The most to show without a "more" button, and the most icons with one. */
const max = { shown: 6, icons: 4 } as const

/** Lays out the social logins: up to two are all full-width; of more, the first is, and the rest are icons. */
export function toSocialLayout(socials: readonly Social[]): SocialLayout {
  if (socials.length <= 2) return { wide: socials, icons: [], hasMore: false }
  const rest = socials.slice(1)
  const hasMore = socials.length > max.shown
  return { wide: socials.slice(0, 1), icons: hasMore ? rest.slice(0, max.icons) : rest, hasMore }
}
