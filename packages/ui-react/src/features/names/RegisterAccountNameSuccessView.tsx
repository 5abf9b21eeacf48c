import type { ModalState } from '@latchkey/core'
import { replace, reset } from '@latchkey/core/controllers/shell'
import { resetNames } from '@latchkey/core/internal'
import { type ReactElement, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Status } from '../../primitives/Status.js'
import { EndedStep } from '../../primitives/ViewStates.js'
import { nameTexts } from './messages.js'

const selectName = ({ names }: ModalState): string | undefined =>
  names?.step === 'registered' ? names.name : undefined

/** Shows the registered name. [S2.2] */
export function RegisterAccountNameSuccessView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(nameTexts)
  const current = useModalState(selectName)
  // it stays mounted for a moment after it was left
  const [first] = useState(current)
  const name = current ?? first
  if (!name)
    return (
      <EndedStep
        title={t('nameNone')}
        text={t('nameNoneText')}
        action={t('nameChoose')}
        onAction={() => replace(modal, { view: 'RegisterAccountName', params: undefined })}
      />
    )
  return (
    <Status
      kind="done"
      title={t('nameDone', { name })}
      text={t('nameDoneText')}
      primary={{
        text: t('done'),
        onClick: () => {
          resetNames(modal)
          reset(modal, { view: 'Account', params: undefined })
        },
      }}
    />
  )
}
