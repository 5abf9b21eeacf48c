import type { ModalState, Namespace } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import type { ReactElement } from 'react'
import { useModalState } from '../hooks/useModalState.js'
import { useShell } from '../hooks/useShell.js'
import { Icon } from './Icon.js'
import { Row } from './Row.js'
import { IconTile } from './Tile.js'

const selectCount = (state: ModalState): number => state.wallets.all.count

/** Leads to the whole list of wallets, with its length once that is known. */
export function AllWalletsRow({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const { modal, t, prepareView } = useShell()
  const count = useModalState(selectCount)
  return (
    <Row
      title={t('allWalletsTitle')}
      mark={
        <IconTile>
          <Icon name="search" />
        </IconTile>
      }
      end={
        count > 0 && (
          <span className="tag" part="tag" aria-hidden="true">
            {toCountLabel(count)}
          </span>
        )
      }
      onIntent={() => prepareView('AllWallets')}
      onClick={() => push(modal, { view: 'AllWallets', params: { namespace } })}
    />
  )
}

/** A rough count: rounded down to tens, with a plus if that leaves some out. */
export function toCountLabel(count: number): string {
  const tens = Math.floor(count / 10) * 10
  if (tens === 0 || tens === count) return String(count)
  return `${tens}+`
}
