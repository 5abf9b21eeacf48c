import type { SendState } from '@latchkey/core'
import { hasBlockchainApi } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { sendTexts } from '../../i18n/messages/send.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { useShell } from '../../router/ShellContext.js'
import type { FormParts } from './formParts.js'
import { SendField } from './SendField.js'

export type ReceiverBoxProps = {
  readonly send: SendState
  readonly parts: FormParts | undefined
  readonly onChange: (text: string) => void
}

/** Whom it goes to, and whose address a name stands for. */
export function ReceiverBox({ send, parts, onChange }: ReceiverBoxProps): ReactElement {
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
      note={parts && <parts.ReceiverNote receiver={receiver} />}
    >
      {receiver.status === 'checking' && <Icon name="loader" spin />}
      {receiver.status === 'ready' && <Icon name="check" />}
    </SendField>
  )
}
