import type { Namespace, Social } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { type ReactElement, useRef } from 'react'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { useStyles } from '../../hooks/useStyles.js'
import { SocialMark, socialNames } from '../../primitives/SocialMark.js'
import { socialTexts } from './messages.js'
import styles from './SocialBlock.css'
import { useSocials } from './useSocials.js'

/** The logins at other sites among the ways to connect. Apart from the view: the first opening of a page without them goes without. */
export function SocialBlock({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(socialTexts)
  const block = useRef<HTMLDivElement>(null)
  useStyles(styles, block)
  const { socials, prepare, start } = useSocials(namespace)
  const { wide, icons, hasMore } = toSocialLayout(socials)
  const toName = (social: (typeof socials)[number]): string => t('socialWith', { provider: socialNames[social] })
  return (
    <div className="socials" ref={block}>
      {wide.map((social) => (
        <button
          key={social}
          className="btn"
          part="button"
          type="button"
          {...prepare(social)}
          onClick={() => start(social)}
        >
          <SocialMark social={social} />
          {toName(social)}
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
                aria-label={toName(social)}
                title={socialNames[social]}
                {...prepare(social)}
                onClick={() => start(social)}
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
                onClick={() => push(modal, { view: 'ConnectSocials', params: namespace && { namespace } })}
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
  /** As wide as the view, with their names. */
  readonly wide: readonly Social[]
  /** In one line, by their marks. */
  readonly icons: readonly Social[]
  /** There are others behind the last icon. */
  readonly hasMore: boolean
}

/** So many are shown without a way to more, and so many icons with it. */
const most = { shown: 6, icons: 4 } as const

/** How the logins at other sites stand among the ways to connect: two alike, otherwise the first above the rest. */
export function toSocialLayout(socials: readonly Social[]): SocialLayout {
  if (socials.length <= 2) return { wide: socials, icons: [], hasMore: false }
  const [first, ...rest] = socials
  const hasMore = socials.length > most.shown
  return { wide: first ? [first] : [], icons: hasMore ? rest.slice(0, most.icons) : rest, hasMore }
}
