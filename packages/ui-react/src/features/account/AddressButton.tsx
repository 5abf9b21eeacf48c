import { type Account, toShortAddress } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useCopy } from '../../hooks/useCopy.js'
import { useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { accountTexts } from './messages.js'

type AddressButtonProps = {
  readonly address: string
  /** Its name. */
  readonly label?: string | undefined
  /** The purpose of the address, if the account has several. */
  readonly purpose?: string | undefined
  /** The type of the account, if it needs a badge. */
  readonly badge?: string | undefined
}

/** The name or short address; a click copies the full address. */
export function AddressButton({ address, label, purpose, badge }: AddressButtonProps): ReactElement {
  const t = useTexts(accountTexts)
  const copy = useCopy()
  return (
    <button className="address" type="button" title={address} onClick={() => void copy(address)}>
      {/* only one of them is visible, so that it fits into one line on narrow screens */}
      {purpose && <span className={badge ? 'sr' : 'muted'}>{purpose}</span>}
      <span dir="auto">{label ?? toShortAddress(address)}</span>
      {badge && (
        <span className="tag" part="tag" data-tone="accent">
          {badge}
        </span>
      )}
      <Icon name="copy" />
      <span className="sr">{t('copyAddress')}</span>
    </button>
  )
}

/** The accounts of a wallet to show: the first of each type, such as payment and ordinals on Bitcoin. */
export function getPurposes(accounts: readonly Account[]): readonly Account[] {
  return accounts.filter(({ type }, index) => accounts.findIndex((account) => account.type === type) === index)
}
