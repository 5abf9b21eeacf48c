import type { ReactElement } from 'react'
import { useSocials } from '../../hooks/useSocials.js'
import { socialTexts } from '../../i18n/messages/social.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import { Row } from '../../primitives/Row/Row.js'
import styles from '../../primitives/SocialMark/SocialMark.css'
import { SocialTile } from '../../primitives/SocialMark/SocialTile.js'
import { socialNames } from '../../primitives/SocialMark/socialNames.js'
import type { ViewProps } from '../../router/defineView.js'

export { ConnectSocialsView as View, styles }

/** All logins at other sites, one row each. */
export function ConnectSocialsView({ params }: ViewProps<'ConnectSocials'>): ReactElement {
  const t = useTexts(socialTexts)
  const { socials, prepare, start } = useSocials(params?.namespace)
  return (
    <div className="body">
      {socials.length === 0 && <Empty icon="info" title={t('socialsNone')} text={t('socialsNoneText')} />}
      <ul className="list">
        {socials.map((social) => (
          <li key={social} {...prepare(social)}>
            <Row
              title={socialNames[social]}
              label={t('socialWith', { provider: socialNames[social] })}
              mark={<SocialTile social={social} />}
              onClick={() => start(social)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
