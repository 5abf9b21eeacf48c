import type { ReactElement } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Row } from '../../primitives/Row.js'
import { SocialTile, toSocialName } from '../../primitives/SocialMark.js'
import { Empty } from '../../primitives/ViewStates.js'
import { socialTexts } from './messages.js'
import { useSocials } from './useSocials.js'

/** All logins at other sites, one row each. */
export function ConnectSocialsView({ params }: ViewProps<'ConnectSocials'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(socialTexts)
  const { socials, prepare, start } = useSocials(params?.namespace)
  return (
    <div className="body">
      {socials.length === 0 && <Empty icon="info" title={t('socialsNone')} text={t('socialsNoneText')} />}
      <ul className="list">
        {socials.map((social) => (
          <li key={social} {...prepare(social)}>
            <Row
              title={toSocialName(modal, social)}
              label={t('socialWith', { provider: toSocialName(modal, social) })}
              mark={<SocialTile social={social} />}
              onClick={() => start(social)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
