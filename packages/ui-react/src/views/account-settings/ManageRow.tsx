import type { ReactElement } from 'react'
import { settingsTexts } from '../../i18n/messages/settings.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { IconTile } from '../../primitives/Tile/Tile.js'

/** Leads to the wallet's own site, in a window of its own: no page around it sees what is done there. */
export function ManageRow({ url }: { readonly url: string }): ReactElement {
  const t = useTexts(settingsTexts)
  return (
    <a className="row" part="row" href={url} target="_blank" rel="noopener noreferrer">
      <IconTile>
        <Icon name="external" flip />
      </IconTile>
      <span className="t">
        <b>
          <bdi>{t('manageTitle')}</bdi>
        </b>
        <small>
          <bdi>{t('manageText')}</bdi>
        </small>
      </span>
    </a>
  )
}
