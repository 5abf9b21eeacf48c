import { type SendState, toShortAddress } from '@latchkey/core'
import { hasBlockchainApi } from '@latchkey/core/controllers'
import { type ReactElement, useId } from 'react'
import { sendTexts } from '../../i18n/messages/send.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { useShell } from '../../router/ShellContext.js'

export type ReceiverBoxProps = { readonly send: SendState; readonly onChange: (text: string) => void }

/** Whom it goes to, and whose address a name stands for. */
export function ReceiverBox({ send, onChange }: ReceiverBoxProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendTexts)
  const id = useId()
  const { to, receiver, namespace } = send
  const hint = t(namespace === 'eip155' && hasBlockchainApi(modal) ? 'sendToHintName' : 'sendToHint')
  const isBad = receiver.status === 'invalid' || receiver.status === 'failed'
  return (
    <div className="sendbox" part="field" data-bad={isBad || undefined}>
      <label htmlFor={id}>{t('sendTo')}</label>
      <input
        part="input"
        className="to"
        id={id}
        placeholder={hint}
        value={to}
        readOnly={send.fixed.includes('to')}
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-more`}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={300}
        dir={to ? 'ltr' : undefined}
      />
      {receiver.status === 'checking' && <Icon name="loader" spin />}
      {receiver.status === 'ready' && <Icon name="check" />}
      <div className="more" id={`${id}-more`}>
        <span role="status">
          {receiver.status === 'failed' && t('sendNameFailed')}
          {receiver.status === 'ready' &&
            receiver.name &&
            t('sendToIs', { name: receiver.name, address: toShortAddress(receiver.address) })}
        </span>
      </div>
    </div>
  )
}
