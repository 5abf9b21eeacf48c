import { toShortAddress } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useCopyAddress } from '../../hooks/useCopyAddress.js'
import { accountTexts } from '../../i18n/messages/account.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'

export type AccountLineProps = {
  /** What the account is for. */
  readonly purpose: string
  readonly address: string
  /** The app's own name for it. */
  readonly label?: string | undefined
}

/** An account of a wallet; a press copies its whole address. */
export function AccountLine({ purpose, address, label }: AccountLineProps): ReactElement {
  const t = useTexts(accountTexts)
  const copy = useCopyAddress()
  return (
    <button className="line" type="button" title={address} onClick={() => void copy(address)}>
      <span className="muted">{purpose}</span>
      <span className="value">{label ?? toShortAddress(address)}</span>
      <Icon name="copy" />
      <span className="sr">{t('copyAddress')}</span>
    </button>
  )
}
