import { type Account, toShortAddress } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useCopyAddress } from '../../hooks/useCopyAddress.js'
import { useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { accountTexts } from './messages.js'

type AddressButtonProps = {
  readonly address: string
  /** The app's own name for it. */
  readonly label?: string | undefined
  /** What it is for, where the account has several. */
  readonly purpose?: string | undefined
  /** What kind of account it is, where that is worth a mark. */
  readonly badge?: string | undefined
}

/** The name or short address; a press copies the whole one. */
export function AddressButton({ address, label, purpose, badge }: AddressButtonProps): ReactElement {
  const t = useTexts(accountTexts)
  const copy = useCopyAddress()
  return (
    <button className="address" type="button" title={address} onClick={() => void copy(address)}>
      {/* one of them is enough to see; the line stays one on narrow screens */}
      {purpose && <span className={badge ? 'sr' : 'muted'}>{purpose}</span>}
      <span>{label ?? toShortAddress(address)}</span>
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

/** The accounts of a wallet that visitors tell apart: the first of each type, as payment and ordinals on Bitcoin. */
export function getPurposes(accounts: readonly Account[]): readonly Account[] {
  return accounts.filter(({ type }, index) => accounts.findIndex((account) => account.type === type) === index)
}
