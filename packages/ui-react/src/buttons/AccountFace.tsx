import { type Namespace, toFixedDecimals } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useAccount } from '../hooks/useAccount.js'
import { useLoaded } from '../hooks/useLoaded.js'
import type { UiModal } from '../uiModal.js'
import type { ShownAccount } from './shownAccount.js'
import { useWatched } from './useShownAccount.js'
import { loadBalanceWatch } from './watches.js'

/** Loads the icons of the buttons. Their places are there from the start, so that nothing moves. */
export const loadMarks = (): Promise<typeof import('./ButtonMarks.js')> => import('./ButtonMarks.js')

type AccountFaceProps = {
  readonly modal: UiModal | undefined
  readonly namespace: Namespace | undefined
  readonly account: ShownAccount & { readonly address: string }
  readonly showBalance: boolean | undefined
}

/** What a button shows of an account: its balance if requested, its picture and network, and its name. */
export function AccountFace({ modal, namespace, account, showBalance = false }: AccountFaceProps): ReactElement {
  const { balance, balanceSymbol, balanceImage } = useAccount({ namespace, modal })
  useWatched(showBalance, loadBalanceWatch, { modal, namespace })
  const marks = useLoaded(loadMarks, true)
  return (
    <>
      {showBalance && balance !== undefined && (
        <span className="lk-balance">
          {balanceImage && <img src={balanceImage} alt="" />}
          {toFixedDecimals(balance, 3)} {balanceSymbol}
        </span>
      )}
      <span className="lk-account" aria-hidden="true">
        {marks && <marks.AccountMark modal={modal} account={account} />}
      </span>
      <span className="lk-name">{account.label}</span>
    </>
  )
}
