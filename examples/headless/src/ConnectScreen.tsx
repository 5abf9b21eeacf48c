import { getConnectors, isLatchkeyError, type ModalState } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers'
import { useModal, useModalState } from '@latchkey/ui-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { ScreenProps } from './screenProps.ts'

const selectConnectors = (state: ModalState) => state.connectors

/** The available wallets, and the progress of connecting one of them. */
export function ConnectScreen({ onDone }: ScreenProps): ReactElement {
  const { modal } = useModal()
  const connectors = getConnectors({ connectors: useModalState(selectConnectors) })
  const [asked, setAsked] = useState<string>()
  const [fault, setFault] = useState<string>()
  const attempt = useRef<AbortController>(undefined)
  // closing ends the attempt: a later response of the wallet is ignored
  useEffect(() => () => attempt.current?.abort(), [])

  async function ask(connectorId: string): Promise<void> {
    attempt.current?.abort()
    attempt.current = new AbortController()
    const { signal } = attempt.current
    setFault(undefined)
    setAsked(connectorId)
    try {
      await connect(modal, { connectorId, signal })
      onDone()
    } catch (cause) {
      if (signal.aborted) return
      setAsked(undefined)
      setFault(isLatchkeyError(cause) ? cause.shortMessage : 'Something went wrong')
    }
  }

  return (
    <>
      {connectors.length === 0 && <p>No wallet found in this browser.</p>}
      <ul>
        {connectors.map(({ id, name, icon }) => (
          <li key={id}>
            <button type="button" disabled={asked === id} onClick={() => void ask(id)}>
              {icon && <img src={icon} alt="" width={24} height={24} />}
              {asked === id ? `Open ${name} to continue` : name}
            </button>
          </li>
        ))}
      </ul>
      <p role="status">{fault}</p>
    </>
  )
}
