import { type ReactElement, useEffect, useId, useRef } from 'react'
import { AccountScreen } from './AccountScreen.tsx'
import { ConnectScreen } from './ConnectScreen.tsx'
import { NetworksScreen } from './NetworksScreen.tsx'

export type Screen = 'connect' | 'account' | 'networks'

const screens = {
  connect: { title: 'Connect a wallet', Content: ConnectScreen },
  account: { title: 'My wallet', Content: AccountScreen },
  networks: { title: 'Networks', Content: NetworksScreen },
}

/** The whole modal: the browser's dialog, which handles focus, Esc and the backdrop, with the current screen. */
export function WalletDialog({ screen, onClose }: { screen: Screen; onClose: () => void }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const { title: text, Content } = screens[screen]
  useEffect(() => {
    const node = dialog.current
    node?.showModal()
    return () => node?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={title} onCancel={onClose}>
      <h2 id={title}>{text}</h2>
      <Content onDone={onClose} />
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  )
}
