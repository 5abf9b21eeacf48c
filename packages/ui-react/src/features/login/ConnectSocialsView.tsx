import type { ReactElement } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useTexts } from '../../hooks/useShell.js'
import { Row } from '../../primitives/Row.js'
import { SocialTile, socialNames } from '../../primitives/SocialMark.js'
import { Empty } from '../../primitives/ViewStates.js'
import { socialTexts } from './messages.js'
import { useSocials } from './useSocials.js'

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
