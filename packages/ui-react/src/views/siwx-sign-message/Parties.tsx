import { internals, type ModalState } from '@latchkey/core'
import { getAccount } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'
import { getDomain } from './getDomain.js'

const selectWallet = (state: ModalState) => getAccount(state).connectedWalletInfo

/** Who asks and who signs: the marks of the app and of the wallet. */
export function Parties(): ReactElement {
  const { modal } = useShell()
  const wallet = useModalState(selectWallet)
  const { metadata } = modal[internals].options
  const page = modal.env.window()?.document.querySelector<HTMLLinkElement>('link[rel~="icon"]')
  return (
    <span className="duo">
      <Tile name={metadata?.name ?? getDomain(modal)} src={metadata?.icons?.[0] ?? page?.href} />
      <Tile name={wallet?.name ?? ''} src={wallet?.icon} />
    </span>
  )
}
