import type { Namespace } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import { type ReactElement, useRef } from 'react'
import { useSocials } from '../../hooks/useSocials.js'
import { useStyles } from '../../hooks/useStyles.js'
import { socialTexts } from '../../i18n/messages/social.js'
import { useTexts } from '../../i18n/useTexts.js'
import { SocialMark } from '../../primitives/SocialMark/SocialMark.js'
import { socialNames } from '../../primitives/SocialMark/socialNames.js'
import { useShell } from '../../router/ShellContext.js'
import or from './Or.css'
import own from './SocialBlock.css'
import { toSocialLayout } from './toSocialLayout.js'

const styles = or + own

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
