import { type SendReceiver, type SendState, toShortAddress } from '@latchkey/core'
import { hasBlockchainApi } from '@latchkey/core/internal'
import { type InputHTMLAttributes, type ReactElement, type ReactNode, useId } from 'react'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { sendTexts } from './messages.js'

type ReceiverBoxProps = {
  readonly send: SendState
  readonly onChange: (text: string) => void
}

/** The receiver: an address, or a name and its address. */
export function ReceiverBox({ send, onChange }: ReceiverBoxProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(sendTexts)
  const { to, receiver, namespace } = send
  const isBad = receiver.status === 'invalid' || receiver.status === 'failed'
  return (
    <SendField
      label={t('sendTo')}
      isBad={isBad}
      input={{
        className: 'to',
        placeholder: t(namespace === 'eip155' && hasBlockchainApi(modal) ? 'sendToHintName' : 'sendToHint'),
        value: to,
        readOnly: send.fixed.includes('to'),
        autoCapitalize: 'none',
        maxLength: 300,
        dir: to ? 'ltr' : undefined,
      }}
      onChange={onChange}
      note={<ReceiverNote receiver={receiver} />}
    >
      {receiver.status === 'checking' && <Icon name="loader" spin />}
      {receiver.status === 'ready' && <Icon name="check" />}
    </SendField>
  )
}

/** The address of a name, or that it could not be resolved. */
function ReceiverNote({ receiver }: { readonly receiver: SendReceiver }): string | undefined {
  const t = useTexts(sendTexts)
  if (receiver.status === 'failed') return t('sendNameFailed')
  if (receiver.status !== 'ready' || !receiver.name) return undefined
  return t('sendToIs', { name: receiver.name, address: toShortAddress(receiver.address) })
}

type SendFieldProps = {
  readonly label: string
  readonly isBad: boolean
  readonly input: InputHTMLAttributes<HTMLInputElement>
  readonly onChange: (text: string) => void
  /** Beside the field. */
  readonly children: ReactNode
  /** A note on the input. */
  readonly note: ReactNode
  /** At the end of the line below. */
  readonly end?: ReactNode
}

/** A field of the form, with its label and its note. */
export function SendField({ label, isBad, input, onChange, children, note, end }: SendFieldProps): ReactElement {
  const id = useId()
  return (
    <div className="sendbox" part="field" data-bad={isBad || undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        part="input"
        id={id}
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-more`}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...input}
      />
      {children}
      <div className="more" id={`${id}-more`}>
        <span role="status">{note}</span>
        {end}
      </div>
    </div>
  )
}
